/** The suite in Deno. @module */

import { listenToEvents, reportSuite } from "./report_suite.ts";

const [url = "", run = ""] = Deno.args;

await reportSuite({
  url,
  run,
  browser: false,
  listen: listenToEvents,
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
