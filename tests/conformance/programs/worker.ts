/** The suite in a worker of workerd, which runs it for whoever asks. @module */

import { importPiAi } from "./import_pi_ai.ts";
import { listenToEvents, reportSuite } from "./report_suite.ts";

type Handler = (request: Request) => Promise<Response>;

/** Who answers the requests that a case makes to this very worker. */
let current: Handler | undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    const { origin, pathname, searchParams } = new URL(request.url);
    if (pathname === "/served") {
      return await current?.(request) ?? new Response(null, { status: 404 });
    }
    await reportSuite({
      url: searchParams.get("url") ?? "",
      run: searchParams.get("run") ?? "",
      browser: false,
      exceptions: false,
      listen: listenToEvents,
      loadPiAi: importPiAi("pi_ai.mjs"),
      // deno-lint-ignore require-await
      async serve(handler) {
        current = handler;
        return { url: `${origin}/served`, close: () => current = undefined };
      },
    });
    return new Response("over");
  },
};
