/** Deno, which runs the sources as they are. @module */

import type { Runtime } from "./runtime.ts";
import { startProcess } from "./start_process.ts";

/** The driver of Deno. */
export const DENO: Runtime = {
  name: "Deno",
  needs: [],
  // deno-lint-ignore require-await
  async start({ url, run, piAi }) {
    const program = new URL("../programs/deno.ts", import.meta.url).pathname;
    const config = new URL("../../../deno.json", import.meta.url).pathname;
    return startProcess("deno", {
      args: [
        "run",
        "--no-lock",
        "--no-check",
        `--config=${config}`,
        "--allow-net=127.0.0.1",
        // For pi-ai, which asks for it when it streams.
        "--allow-env",
        `--allow-read=${piAi}`,
        program,
        url,
        run,
        piAi,
      ],
    });
  },
};
