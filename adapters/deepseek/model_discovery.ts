/**
 * Asking an endpoint which models it has.
 *
 * @module
 */

import { object, refuse } from "../../message/find_fault.ts";
import type { AppIdentity } from "../../runtime/attribution.ts";
import { MALFORMED_RESPONSE_CODE, TIMEOUT_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import type {
  LlmDiscoveredModel,
  LlmModelDiscovery,
  LlmModelDiscoveryRequest,
} from "../../runtime/model_discovery.ts";
import { raceAbort } from "../../runtime/race_abort.ts";
import { redactor } from "../../runtime/redactor.ts";
import { TIMEOUT_MS } from "../../runtime/check_timeout_ms.ts";
import {
  anything,
  type Fields,
  readShape,
  refusal,
} from "../../runtime/read_shape.ts";
import { isRecord, type JsonRecord, textIn } from "./_record.ts";
import { readingFailure } from "./call_failure.ts";
import type { Exchange } from "./exchange.ts";
import { reportedFailure, responseFailure } from "./failure.ts";
import { fetchResponse } from "./fetch_response.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { type BodyReader, readBody } from "../../runtime/read_body.ts";
import { requestIdOf } from "../../runtime/request_id_of.ts";
import { resolveApiKey } from "./resolve_api_key.ts";
import { DEFAULT_BASE_URL, resolveBaseURL } from "./resolve_base_url.ts";
import { resolveDeepSeekOptions } from "./resolve_options.ts";
import { createJsonBody, createPageBody } from "./whole_body.ts";

/** Options for {@linkcode deepSeekModelDiscovery}. */
export interface DeepSeekModelDiscoveryOptions {
  /**
   * What to make HTTP requests with.
   *
   * @default {the global `fetch`, looked up at each question}
   */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Headers to send along. Those a `DeepSeekAdapter` writes itself are refused.
   *
   * @default {no others}
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The application to name in `user-agent`. Browsers send their own instead.
   *
   * @default {`APP_IDENTITY`}
   */
  identity?: AppIdentity | undefined;
  /**
   * Milliseconds to wait for the whole answer before it fails with `TIMEOUT`.
   *
   * @default {30_000}
   */
  timeoutMs?: number | undefined;
}

// The others are those of an adapter, which looks at them.
const OPTIONS: Fields = {
  "fetch?": anything,
  "headers?": anything,
  "identity?": anything,
  "timeoutMs?": TIMEOUT_MS,
};

// Most bytes of an answer: of a list of models, and of a refusal.
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Makes a function that asks an endpoint for its models, to register as a model
 * discovery: `GET {baseURL}/models`, of DeepSeek or of any server with the same
 * format.
 *
 * The endpoint is DeepSeek's own unless the question names another. A question
 * without a key is asked without one: many servers need none to list models.
 * Redirects are not followed. A question fails as a call does, with an `LlmError`,
 * but for one whose signal aborts: it rejects with the reason.
 *
 * Servers agree on little more than ids. A name, a context window and an output
 * cap are told where the endpoint tells them, under any of their usual names.
 *
 * @example Ask an endpoint before it is configured
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import { deepSeekModelDiscovery } from "@dsh/llm/deepseek";
 * import { mockDeepSeek } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const { fetch } = mockDeepSeek(undefined, { models: ["small", "large"] });
 * const runtime = new LlmRuntime();
 * runtime.registerModelDiscovery("deepseek", deepSeekModelDiscovery({ fetch }));
 *
 * const models = await runtime.discoverModels("deepseek", {
 *   baseURL: "https://llm.example/v1",
 *   apiKey: "sk-example",
 * });
 *
 * deepEqual(models, [{ id: "small" }, { id: "large" }]);
 * ```
 *
 * @param options How to ask.
 * @returns The function.
 * @throws {TypeError} If an option is unknown or wrong in kind.
 * @throws {RangeError} If the timeout is out of its range.
 */
export function deepSeekModelDiscovery(
  options: DeepSeekModelDiscoveryOptions = {},
): LlmModelDiscovery {
  const { timeoutMs: limitMs = 30_000, ...shared } = readShape<
    DeepSeekModelDiscoveryOptions
  >(options, OPTIONS, {
    path: "options",
    error: refusal("configure DeepSeek"),
    exact: true,
  });
  const config = resolveDeepSeekOptions(shared);

  return async (request) => {
    refuse(object(request, "request"), "discover models");
    const { baseURL, signal } = request;
    const url = resolveBaseURL(baseURL || DEFAULT_BASE_URL, "request.baseURL");
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(tooLate(limitMs)), limitMs);
    try {
      return await raceAbort(
        (signal) => ask({ ...config, baseURL: url }, { ...request, signal }),
        [signal, clock.signal],
      );
    } finally {
      clearTimeout(timer);
    }
  };
}

function tooLate(limitMs: number): LlmError {
  return new LlmError(
    `Cannot discover models: no whole answer came within the timeoutMs of ${limitMs} ms`,
    TIMEOUT_CODE,
  );
}

async function ask(
  config: ResolvedDeepSeekOptions,
  request: LlmModelDiscoveryRequest & { signal: AbortSignal },
): Promise<LlmDiscoveredModel[]> {
  const { signal } = request;
  const apiKey = request.apiKey?.trim()
    ? await resolveApiKey({ apiKey: request.apiKey })
    : undefined;
  const redact = redactor([apiKey ?? "", ...Object.values(config.headers)]);
  const response = await fetchResponse({
    config,
    path: "/models",
    apiKey,
    signal,
    redact,
  });
  const { ok, headers } = response;
  const exchange = { requestId: requestIdOf(headers, redact), redact };
  const reader = readBody(response);
  // A `fetch` of the caller's own may not listen to the signal.
  const stop = () => void reader?.cancel(signal.reason).catch(() => {});
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop);
  const maxBytes = ok ? MAX_LIST_BYTES : MAX_ERROR_BYTES;
  const { text, cut, error } = await readText(reader, maxBytes);
  // Nobody waits for the rest.
  if (cut) stop();
  if (!ok) throw responseFailure(response, text, exchange);
  if (error !== undefined) throw readingFailure(error, exchange);
  if (cut) throw malformed(`it is longer than ${maxBytes} bytes`, exchange);
  return readList(text, exchange).flatMap(readModel);
}

/** What a body says, as far as it may and can be read. */
async function readText(
  reader: BodyReader | undefined,
  maxBytes: number,
): Promise<{ text: string; cut?: boolean; error?: unknown }> {
  const decoder = new TextDecoder();
  let text = "";
  let left = maxBytes;
  try {
    while (left >= 0) {
      const value = (await reader?.read())?.value;
      if (value === undefined) return { text: text + decoder.decode() };
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.length;
    }
  } catch (error) {
    return { text, error };
  }
  return { text, cut: true };
}

function readList(text: string, exchange: Exchange): readonly unknown[] {
  let value: unknown;
  const body = text.trimStart().startsWith("<")
    ? createPageBody(exchange)
    : createJsonBody((parsed) => void (value = parsed), exchange);
  body.feed(text);
  body.end();
  if (Array.isArray(value)) return value;
  if (isRecord(value)) {
    if (Array.isArray(value.data)) return value.data;
    if (Array.isArray(value.models)) return value.models;
    if (value.error) throw reportedFailure(value, exchange);
  }
  throw malformed("it is JSON, but not a list of models", exchange);
}

function readModel(value: unknown): LlmDiscoveredModel[] {
  if (!isRecord(value)) return [];
  const id = firstText(value, ["id"]);
  if (id === undefined) return [];
  const name = firstText(value, ["name", "display_name"]);
  const contextWindow = firstCount(value, [
    "context_length",
    "context_window",
    "max_model_len",
    "max_context_length",
  ]);
  const maxTokens = firstCount(value, [
    "max_output_tokens",
    "max_completion_tokens",
    "max_tokens",
  ]);
  return [{
    id,
    ...(name !== undefined && { name }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxTokens !== undefined && { maxTokens }),
  }];
}

function firstText(
  model: JsonRecord,
  names: readonly string[],
): string | undefined {
  return names.map((name) => textIn(model[name])).find((text) => text !== "");
}

function firstCount(
  model: JsonRecord,
  names: readonly string[],
): number | undefined {
  return names.map((name) => model[name]).find((value): value is number =>
    Number.isSafeInteger(value) && (value as number) > 0
  );
}

function malformed(state: string, { requestId }: Exchange): LlmError {
  return new LlmError(
    `Cannot read response: ${state}`,
    MALFORMED_RESPONSE_CODE,
    { requestId },
  );
}
