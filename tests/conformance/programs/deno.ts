/** The suite in Deno. @module */

import { importPiAi } from "./import_pi_ai.ts";
import { listenToEvents, reportSuite } from "./report_suite.ts";

const [url = "", run = "", piAi = ""] = Deno.args;

await reportSuite({
  url,
  run,
  browser: false,
  listen: listenToEvents,
  loadPiAi: importPiAi(`file://${piAi}`),
  // deno-lint-ignore require-await
  async serve(handler) {
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      handler,
    );
    return {
      url: `http://127.0.0.1:${server.addr.port}`,
      close: () => server.shutdown(),
    };
  },
});
