/**
 * The worker: one file for workerd, Deno, Bun and Node.
 *
 * @module
 */

// deno-lint-ignore-file no-console

import { createEdgeChat, type EdgeHandler } from "./server/edge_chat.ts";
import type { EdgeContext, EdgeEnv } from "./server/edge_env.ts";

// Made with the first request: at import a worker may not know its settings.
let handle: EdgeHandler | undefined;

export default {
  /** Answers a request. */
  fetch(
    request: Request,
    env: EdgeEnv,
    context?: EdgeContext,
  ): Promise<Response> {
    handle ??= createEdgeChat(env, {
      report: ({ code, message }) => console.error(`${code}: ${message}`),
    });
    return handle(request, context);
  },
};
