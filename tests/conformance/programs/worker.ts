/** The suite in a worker of workerd, which runs it for whoever asks. @module */

import { listenToEvents, reportSuite } from "./report_suite.ts";

type Handler = (request: Request) => Promise<Response>;

/** Who answers the requests that a case makes to this very worker. */
let current: Handler | undefined;
const unhandled: ((reason: unknown) => void)[] = [];

// Later than this, listeners are refused.
listenToEvents((reason) => unhandled.forEach((take) => take(reason)));

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
      listen: (take) => void unhandled.push(take),
      // deno-lint-ignore require-await
      async serve(handler) {
        current = handler;
        return { url: `${origin}/served`, close: () => current = undefined };
      },
    });
    return new Response("over");
  },
};
