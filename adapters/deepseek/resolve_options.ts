/**
 * Checks what a caller wrote as options, and fills in what was left out.
 *
 * @module
 */

import { findFault, must, refuse, text } from "../../message/find_fault.ts";
import { APP_IDENTITY, IDENTITY } from "../../runtime/attribution.ts";
import { TIMEOUT_MS } from "../../runtime/check_timeout_ms.ts";
import {
  anything,
  callable,
  COUNT,
  type Fields,
  plain,
  readShape,
  refusal,
} from "../../runtime/read_shape.ts";
import { resolveRetryPolicy } from "../../runtime/retry_policy.ts";
import { DEFAULT_MODELS } from "./models.ts";
import {
  DEEPSEEK_EFFORTS,
  type DeepSeekOptions,
  type ResolvedDeepSeekOptions,
} from "./options.ts";
import { DEFAULT_BASE_URL, resolveBaseURL } from "./resolve_base_url.ts";
import { resolveModels } from "./resolve_models.ts";

const WHAT = "configure DeepSeek";

type Given =
  & Partial<Omit<ResolvedDeepSeekOptions, "retryPolicy">>
  & Pick<DeepSeekOptions, "retryPolicy">;

const OPTIONS: Fields = {
  "apiKey?": (key, path) =>
    must(
      typeof key === "string" || typeof key === "function",
      path,
      "a string or a function",
    ),
  "baseURL?": text,
  "fetch?": callable,
  "headers?": anything,
  "identity?": IDENTITY,
  "models?": anything,
  "thinking?": ["enabled", "disabled"],
  "reasoningEffort?": DEEPSEEK_EFFORTS,
  "maxTokens?": COUNT,
  "defaultContextWindow?": COUNT,
  "streamIdleTimeoutMs?": TIMEOUT_MS,
  "progressTimeoutMs?": TIMEOUT_MS,
  // Not copied: a store is an object with a life of its own.
  "attachments?": (store, path) => findFault(store, path, { read: callable }),
  "maxImages?": COUNT,
  "maxImageBytes?": COUNT,
  "retryPolicy?": anything,
};

const OWN_HEADERS = [
  "accept",
  "authorization",
  "content-length",
  "content-type",
  "user-agent",
];

// The grammar of RFC 9110: a token, and bytes without controls.
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Checks options and fills in the defaults.
 *
 * @param options The options, as the caller wrote them.
 * @returns A frozen copy that later changes of `options` do not reach.
 * @throws {TypeError} If an option is unknown or wrong in kind.
 * @throws {RangeError} If a number is out of its range.
 */
export function resolveDeepSeekOptions(
  options: unknown,
): ResolvedDeepSeekOptions {
  const path = "options";
  const given = readShape<Given>(options, OPTIONS, {
    path,
    error: refusal(WHAT),
    exact: true,
  });
  const {
    baseURL,
    headers = {},
    identity = APP_IDENTITY,
    models,
    thinking = "enabled",
    retryPolicy,
  } = given;
  const disabled = thinking === "disabled";
  const { reasoningEffort = disabled ? "off" : "high" } = given;
  refuse(
    must(
      !disabled || reasoningEffort === "off",
      `${path}.reasoningEffort`,
      '"off", or absent, where thinking is disabled',
    ),
    WHAT,
  );
  return Object.freeze({
    apiKey: undefined,
    fetch: undefined,
    maxTokens: 256_000,
    defaultContextWindow: 1_000_000,
    streamIdleTimeoutMs: 300_000,
    progressTimeoutMs: 900_000,
    attachments: undefined,
    maxImages: 20,
    maxImageBytes: 15_000_000,
    ...given,
    baseURL: resolveBaseURL(baseURL ?? DEFAULT_BASE_URL, `${path}.baseURL`),
    identity: Object.freeze(identity),
    headers: resolveHeaders(headers, `${path}.headers`),
    models: resolveModels(models ?? DEFAULT_MODELS, `${path}.models`),
    thinking,
    reasoningEffort,
    retryPolicy: retryPolicy === undefined
      ? undefined
      : resolveRetryPolicy(retryPolicy, `${path}.retryPolicy`),
  });
}

function resolveHeaders(
  given: unknown,
  path: string,
): Readonly<Record<string, string>> {
  refuse(plain(given, path), WHAT);
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(given as object)) {
    const at = `${path}[${JSON.stringify(name)}]`;
    const key = name.toLowerCase();
    refuse(
      must(HEADER_NAME.test(name), at, "a valid header name") ??
        must(!OWN_HEADERS.includes(key), at, "left out: the adapter sets it") ??
        must(!headers.has(key), at, "left out: the header is named twice") ??
        must(
          typeof value === "string" && HEADER_VALUE.test(value),
          at,
          "a string that a header can carry",
        ),
      WHAT,
    );
    headers.set(key, value);
  }
  return Object.freeze(Object.fromEntries(headers));
}
