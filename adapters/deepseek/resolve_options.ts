/**
 * Checks what a caller wrote as options, and fills in what was left out.
 *
 * @module
 */

import type { AttachmentStore } from "../../runtime/attachment_store.ts";
import { APP_IDENTITY, userAgent } from "../../runtime/attribution.ts";
import type { AppIdentity } from "../../runtime/attribution.ts";
import {
  resolveRetryPolicy,
  type RetryPolicyConfig,
} from "../../runtime/retry_policy.ts";
import { checkTimeoutMs } from "../../runtime/check_timeout_ms.ts";
import { badOption, checkCount, checkObject, checkWord } from "./_check.ts";
import { DEFAULT_MODELS } from "./models.ts";
import {
  DEEPSEEK_EFFORTS,
  type DeepSeekEffort,
  type DeepSeekOptions,
  type ResolvedDeepSeekOptions,
} from "./options.ts";
import { DEFAULT_BASE_URL, resolveBaseURL } from "./resolve_base_url.ts";
import { resolveModels } from "./resolve_models.ts";

const OPTION_KEYS: readonly (keyof DeepSeekOptions)[] = [
  "apiKey",
  "baseURL",
  "fetch",
  "headers",
  "identity",
  "models",
  "thinking",
  "reasoningEffort",
  "maxTokens",
  "defaultContextWindow",
  "streamIdleTimeoutMs",
  "progressTimeoutMs",
  "attachments",
  "maxImages",
  "maxImageBytes",
  "retryPolicy",
];

const IDENTITY_KEYS = ["product", "version", "url"];

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
  // Each option is read once: a getter cannot change its mind after the check.
  const {
    apiKey,
    baseURL = DEFAULT_BASE_URL,
    fetch,
    headers = {},
    identity = APP_IDENTITY,
    models = DEFAULT_MODELS,
    thinking: givenThinking = "enabled",
    reasoningEffort,
    maxTokens = 256_000,
    defaultContextWindow = 1_000_000,
    streamIdleTimeoutMs = 300_000,
    progressTimeoutMs = 900_000,
    attachments,
    maxImages = 20,
    maxImageBytes = 15_000_000,
    retryPolicy,
  } = checkObject(options, "options", OPTION_KEYS);

  const thinking = checkWord(givenThinking, "options.thinking", [
    "enabled",
    "disabled",
  ]);
  return Object.freeze({
    apiKey: resolveApiKeyOption(apiKey, "options.apiKey"),
    baseURL: resolveBaseURL(baseURL, "options.baseURL"),
    fetch: resolveFetch(fetch, "options.fetch"),
    headers: resolveHeaders(headers, "options.headers"),
    identity: resolveIdentity(identity, "options.identity"),
    models: resolveModels(models, "options.models"),
    thinking,
    reasoningEffort: resolveEffort(reasoningEffort, thinking),
    maxTokens: checkCount(maxTokens, "options.maxTokens"),
    defaultContextWindow: checkCount(
      defaultContextWindow,
      "options.defaultContextWindow",
    ),
    streamIdleTimeoutMs: checkTimeoutMs(
      streamIdleTimeoutMs,
      "options.streamIdleTimeoutMs",
    ),
    progressTimeoutMs: checkTimeoutMs(
      progressTimeoutMs,
      "options.progressTimeoutMs",
    ),
    attachments: resolveAttachments(attachments, "options.attachments"),
    maxImages: checkCount(maxImages, "options.maxImages"),
    maxImageBytes: checkCount(maxImageBytes, "options.maxImageBytes"),
    retryPolicy: retryPolicy === undefined ? undefined : resolveRetryPolicy(
      retryPolicy as RetryPolicyConfig,
      "options.retryPolicy",
    ),
  });
}

function resolveApiKeyOption(
  value: unknown,
  path: string,
): ResolvedDeepSeekOptions["apiKey"] {
  switch (typeof value) {
    case "undefined":
    case "string":
    case "function":
      return value as ResolvedDeepSeekOptions["apiKey"];
    default:
      throw badOption(path, "a string or a function");
  }
}

function resolveFetch(
  value: unknown,
  path: string,
): ResolvedDeepSeekOptions["fetch"] {
  if (value !== undefined && typeof value !== "function") {
    throw badOption(path, "a function");
  }
  return value as ResolvedDeepSeekOptions["fetch"];
}

// Not copied: a store is an object with a life of its own.
function resolveAttachments(
  value: unknown,
  path: string,
): AttachmentStore | undefined {
  const store = value as AttachmentStore | undefined | null;
  if (store !== undefined && typeof store?.read !== "function") {
    throw badOption(path, "an object with a read() method");
  }
  return store;
}

function resolveHeaders(
  value: unknown,
  path: string,
): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const [name, text] of Object.entries(checkObject(value, path))) {
    const at = `${path}[${JSON.stringify(name)}]`;
    const key = name.toLowerCase();
    if (!HEADER_NAME.test(name)) throw badOption(at, "a valid header name");
    if (OWN_HEADERS.includes(key)) {
      throw badOption(at, "left out: the adapter sets this header");
    }
    if (headers.has(key)) {
      throw badOption(at, "left out: the header is named twice");
    }
    if (typeof text !== "string" || !HEADER_VALUE.test(text)) {
      throw badOption(at, "a string that a header can carry");
    }
    headers.set(key, text);
  }
  return Object.freeze(Object.fromEntries(headers));
}

function resolveIdentity(value: unknown, path: string): AppIdentity {
  const { product, version, url } = checkObject(value, path, IDENTITY_KEYS);
  const identity = { product, version, url } as AppIdentity;
  try {
    userAgent(identity);
  } catch (cause) {
    throw badOption(path, "one that a user-agent header can carry", cause);
  }
  return Object.freeze(identity);
}

function resolveEffort(
  value: unknown,
  thinking: "enabled" | "disabled",
): DeepSeekEffort {
  const path = "options.reasoningEffort";
  if (value === undefined) return thinking === "enabled" ? "high" : "off";
  const effort = checkWord(value, path, DEEPSEEK_EFFORTS);
  if (thinking === "disabled" && effort !== "off") {
    throw badOption(path, '"off", or absent, where thinking is disabled');
  }
  return effort;
}
