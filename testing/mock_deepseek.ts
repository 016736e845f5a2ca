/**
 * A DeepSeek provider that is a plain function.
 *
 * @module
 */

import { isRecord } from "../runtime/json_record.ts";
import { checkReplies, checkReply } from "./_check_reply.ts";
import { checkCompletion, checkKey, refusal } from "./_deepseek_checks.ts";
import { deepSeekEvents } from "./_deepseek_events.ts";
import { assertDelay, pause } from "./_pause.ts";
import { rawBody } from "./_raw_body.ts";
import { asFetch } from "./as_fetch.ts";
import { faultyBody } from "./faulty_body.ts";
import type { MockReply } from "./mock_reply.ts";

/** One request a mock provider got. */
export interface MockRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Headers, as they arrived. */
  readonly headers: Headers;
  /** Body, parsed. `undefined` where there was none, or no JSON. */
  readonly body: unknown;
}

/**
 * An answer, or a function that picks one for a request. What such a function
 * throws is what the handler throws: through an injected `fetch`, a connection
 * that fails.
 */
export type MockReplyScript =
  | MockReply
  | ((request: MockRequest) => MockReply | Promise<MockReply>);

/** Options for {@linkcode mockDeepSeek}. */
export interface MockDeepSeekOptions {
  /** The only API key to accept. Absent: any will do, but there must be one. */
  apiKey?: string | undefined;
  /**
   * Ids that `GET /models` lists.
   *
   * @default {the models DeepSeek offers}
   */
  models?: readonly string[] | undefined;
  /**
   * Whether to refuse what DeepSeek refuses.
   *
   * @default {true}
   */
  validate?: boolean | undefined;
}

/** A mock provider: a request handler, and what it saw. */
export interface MockDeepSeek {
  /**
   * Answers one request.
   *
   * @param request The request.
   * @returns The response.
   */
  (request: Request): Promise<Response>;
  /** The handler as a `fetch`, to inject into an adapter. */
  readonly fetch: typeof globalThis.fetch;
  /** Every request, in order, refused ones included. */
  readonly requests: readonly MockRequest[];
  /** The reason of every body that was cancelled before its end, in order. */
  readonly cancels: readonly unknown[];
  /**
   * Adds answers to the end of the script.
   *
   * @param replies The answers.
   * @throws {TypeError} If one of them is not a reply of known keys.
   */
  push(...replies: MockReplyScript[]): void;
}

const MODELS: readonly string[] = [
  "deepseek-v4-flash",
  "deepseek-v4-pro",
  "deepseek-v4-flash-vision-exp",
];

// A response of these statuses may not be given a body.
const NULL_BODY_STATUSES: readonly number[] = [204, 205, 304];

const HELLO: MockReply = {
  reasoning: "A greeting asks for one in return.",
  text: "Hello! How can I help you today?",
};

/**
 * Makes a mock DeepSeek provider: `POST …/chat/completions` plays the script,
 * `GET …/models` lists models.
 *
 * The first valid completion request gets the first reply, the second the
 * second, and every further one the last. What DeepSeek is known to refuse is
 * refused with its kind of error and uses up no reply.
 *
 * @example Inject it into an adapter
 * ```ts
 * import { assemble, createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { DeepSeekAdapter } from "@dsh/llm/deepseek";
 * import { mockDeepSeek } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const mock = mockDeepSeek([{ text: "Four." }]);
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(
 *   ["deepseek-official"],
 *   new DeepSeekAdapter({ apiKey: "test", fetch: mock.fetch }),
 * );
 *
 * const answer = await assemble(runtime.stream({
 *   provider: "deepseek-official",
 *   model: "deepseek-v4-flash",
 *   messages: [createUserMessage({ content: "What is 2 + 2?" })],
 * }));
 *
 * equal(textOf(answer.message()), "Four.");
 * equal(mock.requests.length, 1);
 * ```
 *
 * @example Fail the first call
 * ```ts
 * import { mockDeepSeek } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const mock = mockDeepSeek([
 *   { status: 503, body: { error: { message: "Overloaded" } } },
 *   { text: "Hello" },
 * ]);
 * const ask = () =>
 *   mock.fetch("https://api.deepseek.com/chat/completions", {
 *     method: "POST",
 *     headers: { authorization: "Bearer test" },
 *     body: JSON.stringify({
 *       model: "deepseek-v4-flash",
 *       stream: true,
 *       messages: [{ role: "user", content: "Hi" }],
 *     }),
 *   });
 *
 * const first = await ask();
 * const second = await ask();
 *
 * equal(first.status, 503);
 * equal((await second.text()).endsWith("data: [DONE]\n\n"), true);
 * ```
 *
 * @param replies The script, by default a greeting.
 * @param options What to accept.
 * @returns The provider.
 * @throws {TypeError} If the script is not a list of replies of known keys.
 * @throws {RangeError} If it is empty.
 */
export function mockDeepSeek(
  replies: readonly MockReplyScript[] = [HELLO],
  options: MockDeepSeekOptions = {},
): MockDeepSeek {
  checkReplies(replies);
  if (replies.length === 0) {
    throw new RangeError('Cannot mock DeepSeek: "replies" must not be empty');
  }
  const { apiKey, models = MODELS, validate = true } = options;
  const script = [...replies];
  const requests: MockRequest[] = [];
  const cancels: unknown[] = [];
  let position = 0;

  async function handle(request: Request): Promise<Response> {
    const received = await record(request);
    requests.push(received);
    const count = requests.length;
    const reply = await choose(received);
    await pauseHeaders(reply, request);
    return respond(reply, received, {
      count,
      onCancel: (reason) => cancels.push(reason),
    });
  }

  async function choose(request: MockRequest): Promise<MockReply> {
    const { method, headers, body } = request;
    const path = request.path.replace(/\?.*$/, "");
    const refused = validate
      ? checkKey(headers.get("authorization"), apiKey)
      : undefined;
    if (refused !== undefined) return refused;
    if (method === "GET" && path.endsWith("/models")) {
      return { body: modelList(models) };
    }
    if (method !== "POST" || !path.endsWith("/chat/completions")) {
      return refusal(404, `${method} ${path} is not served here`);
    }
    const invalid = validate ? checkCompletion(body) : undefined;
    if (invalid !== undefined) return invalid;
    const next = script[Math.min(position, script.length - 1)]!;
    position = Math.min(position + 1, script.length);
    if (typeof next !== "function") return next;
    const reply = await next(request);
    checkReply(reply, "reply");
    return reply;
  }

  return Object.assign(handle, {
    fetch: asFetch(handle),
    requests,
    cancels,
    push(...more: MockReplyScript[]): void {
      checkReplies(more);
      script.push(...more);
    },
  });
}

async function record(request: Request): Promise<MockRequest> {
  const { method, url, headers } = request;
  const { pathname, search } = new URL(url);
  const text = await request.text();
  return {
    method,
    path: pathname + search,
    headers: new Headers(headers),
    body: parse(text),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function pauseHeaders(
  { headersDelayMs = 0 }: MockReply,
  request: Request,
): Promise<void> {
  assertDelay("headersDelayMs", headersDelayMs);
  // Asked for only when needed: Deno's server warns about its signal.
  if (headersDelayMs > 0) await pause(headersDelayMs, request.signal);
}

function modelList(models: readonly string[]): unknown {
  return {
    object: "list",
    data: models.map((id) => ({ id, object: "model", owned_by: "deepseek" })),
  };
}

function respond(
  reply: MockReply,
  { body }: MockRequest,
  { count, onCancel }: { count: number; onCancel: (reason: unknown) => void },
): Response {
  const { status = 200, headers = {} } = reply;
  const fields: Readonly<Record<string, unknown>> = isRecord(body) ? body : {};
  const { model, stream_options: streaming } = fields;
  const { events, type } = reply.body === undefined
    ? {
      events: deepSeekEvents(reply, {
        count,
        model: typeof model === "string" ? model : MODELS[0]!,
        includeUsage: isRecord(streaming) &&
          streaming["include_usage"] === true,
      }),
      type: "text/event-stream",
    }
    : rawBody(reply.body, status);
  const bodiless = NULL_BODY_STATUSES.includes(status);
  return new Response(
    bodiless ? null : faultyBody(events, { ...reply, onCancel }),
    {
      status,
      headers: {
        "content-type": type,
        "cache-control": "no-cache",
        "x-ds-trace-id": `mock-trace-${count}`,
        ...headers,
      },
    },
  );
}
