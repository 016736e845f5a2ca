/**
 * A chat whose answers outlive connections and reloads of the page.
 *
 * @module
 */

import { DeepSeekAdapter } from "../../../adapters/deepseek/mod.ts";
import {
  LlmError,
  type LlmFailure,
  LlmRuntime,
  SERVER_CODE,
} from "../../../mod.ts";
import {
  memoryResumeStore,
  respondResumed,
  resumable,
  type ResumeStore,
} from "../../../runtime/wire/mod.ts";
import { mockDeepSeek } from "../../../testing/mod.ts";
import { demoReply } from "./demo_reply.ts";
import type { EdgeContext, EdgeEnv } from "./edge_env.ts";
import { edgeSettings } from "./edge_settings.ts";
import { hideFailures } from "./hide_failures.ts";
import { hideKey } from "./hide_key.ts";
import { isCrossSite } from "./is_cross_site.ts";
import { isForeignHost } from "./is_foreign_host.ts";
import { limitReaders } from "./limit_readers.ts";
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
   * Told of what clients are not: why a call failed, or a request.
   *
   * @param failure The failure. It holds no key, and what a store says of itself.
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
// By default an answer may fill the store, and cost accordingly.
const MAX_TOKENS = 16_384;
// One, and those that have broken without a word.
const MAX_READERS = 16;
// Nothing here is for other origins to show, or for browsers to guess the type of.
const HEADERS = [
  ["cross-origin-resource-policy", "same-origin"],
  ["x-content-type-options", "nosniff"],
] as const;
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
  const { apiKey, hosts, maxCalls } = edgeSettings(env);
  const mock = apiKey === undefined ? mockDeepSeek([demoReply]) : undefined;
  const runtime = new LlmRuntime();
  runtime.on("llm/stream", hideFailures(report));
  if (apiKey !== undefined) runtime.on("llm/stream", hideKey(apiKey));
  runtime.registerAdapter(
    [ROUTE],
    new DeepSeekAdapter({
      apiKey: apiKey ?? "none",
      fetch: options.fetch ?? mock?.fetch,
    }),
  );
  const enter = limitReaders(MAX_READERS);
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
      const stream = runtime.stream({
        provider: ROUTE,
        model: MODEL,
        messages,
        maxTokens: MAX_TOKENS,
      });
      const { done } = await resumable(stream, { store, id, retainMs });
      const over = done.catch(() => {}).then(() => void calls--);
      // The call goes on after this response, and whoever reads it.
      context?.waitUntil(over);
    } catch (error) {
      calls--;
      throw error;
    }
    return Response.json({ id }, {
      status: 201,
      headers: { "location": `/chat/${id}`, "cache-control": "no-store" },
    });
  }

  async function route(
    request: Request,
    context: EdgeContext | undefined,
  ): Promise<Response> {
    // A client may send any name for the host.
    if (!URL.canParse(request.url)) {
      return refuse(400, "its host and path must make a URL");
    }
    const file = pageFile(request, env);
    if (file !== undefined) return file;
    const { pathname } = new URL(request.url);
    const [, id] = ANSWER.exec(pathname) ?? [];
    if (pathname !== "/chat" && id === undefined) {
      return refuse(404, "there is nothing of that name");
    }
    if (isForeignHost(request, hosts)) {
      return refuse(403, "its host is none of those that HOSTS names");
    }
    if (isCrossSite(request)) {
      return refuse(403, "it comes from a page of another origin");
    }
    if (id === undefined) return await begin(request, context);
    const { signal } = request;
    const respond = (): Promise<Response> =>
      respondResumed(request, { store, id, signal });
    if (request.method !== "GET") return await respond();
    return await enter({ id, signal }, respond) ??
      refuse(429, "as many connections read the answer as may", {
        "retry-after": "5",
      });
  }

  return async function handle(request, context) {
    let response: Response;
    try {
      response = await route(request, context);
    } catch (error) {
      // What runtimes make of an error may show it to the client.
      report(
        new LlmError(`Cannot keep answers: ${error}`, SERVER_CODE).failure,
      );
      response = refuse(503, "answers are out of reach", {
        "retry-after": "30",
      });
    }
    for (const [name, value] of HEADERS) response.headers.set(name, value);
    return response;
  };
}
