/**
 * A chat whose answers outlive connections and reloads of the page.
 *
 * @module
 */

import { DeepSeekAdapter } from "../../../adapters/deepseek/mod.ts";
import { type LlmFailure, LlmRuntime } from "../../../mod.ts";
import {
  memoryResumeStore,
  respondResumed,
  resumable,
  type ResumeStore,
} from "../../../runtime/wire/mod.ts";
import { mockDeepSeek } from "../../../testing/mod.ts";
import { demoReply } from "./demo_reply.ts";
import type { EdgeContext, EdgeEnv } from "./edge_env.ts";
import { hideFailures } from "./hide_failures.ts";
import { isCrossSite } from "./is_cross_site.ts";
import { pageFile } from "./page_file.ts";
import { readQuestion } from "./read_question.ts";
import { refuse } from "./refuse.ts";

/** Options for {@linkcode createEdgeChat}. */
export interface EdgeChatOptions {
  /**
   * Where answers are kept.
   *
   * @default {the memory of this process}
   */
  store?: ResumeStore | undefined;
  /**
   * What to reach the provider with.
   *
   * @default {the global `fetch`, or a mock where there is no key}
   */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Milliseconds that an answer is kept after its end.
   *
   * @default {300_000}
   */
  retainMs?: number | undefined;
  /**
   * Told of what clients are not: why a call failed.
   *
   * @param failure The failure, which holds no secret.
   * @default {nobody is told}
   */
  report?: ((failure: LlmFailure) => void) | undefined;
}

/** Answers requests. */
export type EdgeHandler = (
  request: Request,
  context?: EdgeContext,
) => Promise<Response>;

const ROUTE = "deepseek-official";
const MODEL = "deepseek-v4-flash";
// Names are made by `crypto.randomUUID()`, and known to whoever asked alone.
const ANSWER = /^\/chat\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Makes the handler of a worker.
 *
 * - `GET /` is the page.
 * - `POST /chat` begins an answer, and tells its name: `{"id": "…"}`.
 * - `GET /chat/:id` streams it, from any event on, `DELETE` stops it.
 *
 * @param env Settings and page.
 * @param options What to use in place of the usual.
 * @returns The handler.
 * @throws {RangeError} If `MAX_CALLS` is not a positive integer.
 */
export function createEdgeChat(
  env: EdgeEnv,
  options: EdgeChatOptions = {},
): EdgeHandler {
  const { store = memoryResumeStore(), retainMs, report = () => {} } = options;
  const maxCalls = Number(env.MAX_CALLS || 100);
  if (!Number.isSafeInteger(maxCalls) || maxCalls < 1) {
    throw new RangeError(
      'Cannot start chat: "MAX_CALLS" must be a positive integer',
    );
  }
  const apiKey = env.DEEPSEEK_API_KEY || undefined;
  const mock = apiKey === undefined ? mockDeepSeek([demoReply]) : undefined;
  const runtime = new LlmRuntime();
  runtime.on("llm/stream", hideFailures(report));
  runtime.registerAdapter(
    [ROUTE],
    new DeepSeekAdapter({
      apiKey: apiKey ?? "none",
      fetch: options.fetch ?? mock?.fetch,
    }),
  );
  let calls = 0;

  async function begin(
    request: Request,
    context: EdgeContext | undefined,
  ): Promise<Response> {
    if (request.method !== "POST") {
      return refuse(405, "the method must be POST", { allow: "POST" });
    }
    const messages = await readQuestion(request);
    if (messages instanceof Response) return messages;
    if (calls >= maxCalls) {
      return refuse(429, "as many answers are under way as there may be", {
        "retry-after": "5",
      });
    }
    calls++;
    const id = crypto.randomUUID();
    try {
      const call = { provider: ROUTE, model: MODEL, messages };
      const stream = runtime.stream(call);
      const { done } = await resumable(stream, { store, id, retainMs });
      const over = done.catch(() => {}).then(() => void calls--);
      // The call goes on after this response, and whoever reads it.
      context?.waitUntil(over);
    } catch {
      calls--;
      return refuse(503, "there is no room for an answer", {
        "retry-after": "30",
      });
    }
    return Response.json({ id }, {
      status: 201,
      headers: { "location": `/chat/${id}`, "cache-control": "no-store" },
    });
  }

  return async function handle(request, context) {
    const file = pageFile(request, env);
    if (file !== undefined) return file;
    const { pathname } = new URL(request.url);
    const [, id] = ANSWER.exec(pathname) ?? [];
    if (pathname !== "/chat" && id === undefined) {
      return refuse(404, "there is nothing of that name");
    }
    if (isCrossSite(request)) {
      return refuse(403, "it comes from a page of another origin");
    }
    if (id === undefined) return await begin(request, context);
    const { signal } = request;
    return await respondResumed(request, { store, id, signal });
  };
}
