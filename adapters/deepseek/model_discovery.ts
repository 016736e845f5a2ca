/**
 * Asking an endpoint which models it has.
 *
 * @module
 */

import { isRecord, object, refuse } from "../../message/find_fault.ts";
import type { AppIdentity } from "../../runtime/attribution.ts";
import { baseURL, trimBaseURL } from "../../runtime/base_url.ts";
import { TIMEOUT_MS } from "../../runtime/check_timeout_ms.ts";
import { TIMEOUT_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import type {
  LlmDiscoveredModel,
  LlmModelDiscovery,
  LlmModelDiscoveryRequest,
} from "../../runtime/model_discovery.ts";
import { raceTimeout } from "../../runtime/race_timeout.ts";
import { readBody } from "../../runtime/read_body.ts";
import { readModelList } from "../../runtime/read_model_list.ts";
import {
  anything,
  type Fields,
  readShape,
  refusal,
} from "../../runtime/read_shape.ts";
import { readText } from "../../runtime/read_text.ts";
import { redactor } from "../../runtime/redactor.ts";
import { reportedFailure } from "../../runtime/reported_failure.ts";
import { requestIdOf } from "../../runtime/request_id_of.ts";
import { resolveApiKey } from "../../runtime/resolve_api_key.ts";
import { transportFailure } from "../../runtime/transport_failure.ts";
import { malformed } from "./call_failure.ts";
import type { Exchange } from "./exchange.ts";
import { fetchResponse } from "./fetch_response.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { DEFAULT_BASE_URL, resolveDeepSeekOptions } from "./resolve_options.ts";
import { responseFailure } from "./response_failure.ts";
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
    const { signal } = request;
    const url = request.baseURL || DEFAULT_BASE_URL;
    refuse(baseURL(url, "request.baseURL"), "discover models");
    const asked = { ...config, baseURL: trimBaseURL(url) };
    return await raceTimeout((signal) => ask(asked, { ...request, signal }), {
      limitMs,
      signals: [signal],
      tooLate: () => tooLate(limitMs),
    });
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
    ? await resolveApiKey(request.apiKey, "DeepSeek")
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
  const maxBytes = ok ? MAX_LIST_BYTES : MAX_ERROR_BYTES;
  const { text, cut, error } = await readText(readBody(response), {
    maxBytes,
    signal,
  });
  if (!ok) throw responseFailure(response, text, exchange);
  if (error !== undefined) {
    throw transportFailure("Cannot read response", error, exchange);
  }
  if (cut) throw malformed(`it is longer than ${maxBytes} bytes`, exchange);
  return readList(text, exchange);
}

function readList(text: string, exchange: Exchange): LlmDiscoveredModel[] {
  let value: unknown;
  const body = text.trimStart().startsWith("<")
    ? createPageBody(exchange)
    : createJsonBody((parsed) => void (value = parsed), exchange);
  body.feed(text);
  body.end();
  const models = readModelList(value);
  if (models !== undefined) return models;
  if (isRecord(value) && value.error) throw reportedFailure(value, exchange);
  throw malformed("it is JSON, but not a list of models", exchange);
}
