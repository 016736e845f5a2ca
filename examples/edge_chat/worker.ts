/**
 * The worker: one file for workerd, Deno, Bun and Node.
 *
 * @module
 */

// deno-lint-ignore-file no-console

import { createEdgeChat, type EdgeHandler } from "./server/edge_chat.ts";
import type { EdgeContext, EdgeEnv } from "./server/edge_env.ts";
import { oneLine } from "./server/one_line.ts";
import { refuse } from "./server/refuse.ts";

// Made with the first request: at import a worker may not know its settings.
let handle: EdgeHandler | undefined;

export default {
  /** Answers a request. */
  async fetch(
    request: Request,
    env: EdgeEnv,
    context?: EdgeContext,
  ): Promise<Response> {
    try {
      handle ??= createEdgeChat(env, {
        report: ({ code, message }) => log(`${code}: ${message}`),
      });
    } catch (error) {
      log(`${error}`);
      return refuse(500, "the worker is not set up as it must be");
    }
    return await handle(request, context);
  },
};

function log(text: string): void {
  console.error(oneLine(text));
}
