/**
 * Checks what a caller wrote as options, and fills in what was left out.
 *
 * @module
 */

import { findFault, must, refuse } from "../../message/find_fault.ts";
import { APP_IDENTITY, IDENTITY } from "../../runtime/attribution.ts";
import { baseURL, trimBaseURL } from "../../runtime/base_url.ts";
import { checkHeaders } from "../../runtime/check_headers.ts";
import { TIMEOUT_MS } from "../../runtime/check_timeout_ms.ts";
import {
  anything,
  callable,
  COUNT,
  type Fields,
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
import { resolveModels } from "./resolve_models.ts";

const WHAT = "configure DeepSeek";

/** Where DeepSeek's own API is. */
export const DEFAULT_BASE_URL = "https://api.deepseek.com";

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
  "baseURL?": baseURL,
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
    baseURL: trimBaseURL(given.baseURL ?? DEFAULT_BASE_URL),
    identity: Object.freeze(identity),
    headers: checkHeaders(headers, {
      path: `${path}.headers`,
      what: WHAT,
      taken: OWN_HEADERS,
    }),
    models: resolveModels(models ?? DEFAULT_MODELS, `${path}.models`),
    thinking,
    reasoningEffort,
    retryPolicy: retryPolicy === undefined
      ? undefined
      : resolveRetryPolicy(retryPolicy, `${path}.retryPolicy`),
  });
}
