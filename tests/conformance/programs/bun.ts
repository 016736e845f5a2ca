/** The suite in Bun. @module */

import process from "node:process";
import { importPiAi } from "./import_pi_ai.ts";
import { listenToProcess } from "./listen_to_process.ts";
import { reportSuite } from "./report_suite.ts";

/** What is used of Bun. */
interface BunGlobal {
  serve(options: {
    hostname: string;
    port: number;
    idleTimeout: number;
    fetch(request: Request): Promise<Response>;
  }): { readonly port: number; stop(closeConnections: boolean): Promise<void> };
}

const [url = "", run = "", piAi = ""] = process.argv.slice(2);
const { Bun } = globalThis as unknown as { Bun: BunGlobal };

await reportSuite({
  url,
  run,
  browser: false,
  listen: listenToProcess,
  loadPiAi: importPiAi(`file://${piAi}`),
  // deno-lint-ignore require-await
  async serve(handler) {
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 60,
      fetch: handler,
    });
    return {
      url: `http://127.0.0.1:${server.port}`,
      close: () => server.stop(true),
    };
  },
});
process.exit();
