/**
 * Checks what a caller wrote about one route.
 *
 * @module
 */

import { checkTimeoutMs } from "../../runtime/check_timeout_ms.ts";
import {
  type ResolvedRetryPolicy,
  resolveRetryPolicy,
  type RetryPolicyConfig,
} from "../../runtime/retry_policy.ts";
import {
  badOption,
  checkCount,
  checkFunction,
  checkObject,
  checkText,
  checkWord,
  entryPath,
  optional,
} from "./_check.ts";
import {
  PI_AI_EFFORTS,
  type PiAiApiKey,
  type PiAiEffort,
  type PiAiModel,
  type PiAiModelOverride,
  type PiAiRoute,
} from "./options.ts";
import type { PiAiApi } from "./protocols.ts";
import { resolveBaseURL } from "./resolve_base_url.ts";
import {
  APIS,
  resolveCompat,
  resolveInput,
  resolveModelOverrides,
  resolveModels,
} from "./resolve_model_options.ts";
import { SHIPPED_PROVIDERS } from "./shipped_providers.ts";

/** A route after validation, defaults filled in. Detached from the caller's object. */
export interface ResolvedRoute {
  /** Its name. */
  readonly route: string;
  /** Whether pi-ai ships a provider of that name. */
  readonly shipped: boolean;
  /** What to call it. */
  readonly displayName: string;
  /** The key, not looked at yet. */
  readonly apiKey: PiAiApiKey | undefined;
  /** Absent means that of the catalogue. */
  readonly api: PiAiApi | undefined;
  /** Without a trailing slash. Absent means that of the catalogue. */
  readonly baseURL: string | undefined;
  /** Absent means those of the catalogue. */
  readonly models: readonly PiAiModel[] | undefined;
  /** What to know better than the catalogue. */
  readonly modelOverrides: ReadonlyMap<string, PiAiModelOverride>;
  /** How the server differs from the protocol. */
  readonly compat: Readonly<Record<string, unknown>> | undefined;
  /** The caller's own headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The effort of calls that name none. */
  readonly reasoning: PiAiEffort | undefined;
  /** Tokens to think with. */
  readonly thinkingBudgets: Readonly<Record<string, number>> | undefined;
  /** How long to keep prompts. */
  readonly cacheRetention: "none" | "short" | "long";
  /** Milliseconds for an answer to begin. */
  readonly timeoutMs: number | undefined;
  /** Milliseconds without a byte. */
  readonly streamIdleTimeoutMs: number;
  /** Milliseconds without content. */
  readonly progressTimeoutMs: number;
  /** Context window of models that state none. */
  readonly defaultContextWindow: number;
  /** Output of models that state none. */
  readonly defaultMaxTokens: number;
  /** What models accept that do not state it. */
  readonly defaultInput: readonly ("text" | "image")[];
  /** Absent means the normal policy. */
  readonly retryPolicy: ResolvedRetryPolicy | undefined;
  /** Absent means the global one, at the time of the call. */
  readonly fetch: typeof globalThis.fetch | undefined;
}

const ROUTE_KEYS: readonly (keyof PiAiRoute)[] = [
  "apiKey",
  "displayName",
  "api",
  "baseURL",
  "models",
  "modelOverrides",
  "compat",
  "headers",
  "reasoning",
  "thinkingBudgets",
  "cacheRetention",
  "timeoutMs",
  "streamIdleTimeoutMs",
  "progressTimeoutMs",
  "defaultContextWindow",
  "defaultMaxTokens",
  "defaultInput",
  "retryPolicy",
  "fetch",
];

const OWN_HEADERS = ["authorization", "content-length", "user-agent"];

/**
 * Checks a route and fills in the defaults.
 *
 * @param route Its name.
 * @param value The route, as the caller wrote it.
 * @param path Where it is.
 * @returns A frozen copy that later changes of `value` do not reach.
 * @throws {TypeError} If an option is unknown or wrong in kind, or the route could
 * never be served.
 * @throws {RangeError} If a number is out of its range.
 */
export function resolveRoute(
  route: string,
  value: unknown,
  path: string,
): ResolvedRoute {
  // Read once: a getter cannot change its mind after the check.
  const given = { ...checkObject(value, path, ROUTE_KEYS) };
  const shipped = SHIPPED_PROVIDERS.get(route);

  function read<T>(
    key: keyof PiAiRoute,
    check: (value: unknown, path: string) => T,
  ): T | undefined {
    return optional(given[key], `${path}.${key}`, check);
  }

  if (shipped === undefined) {
    for (const key of ["api", "baseURL", "models"]) {
      if (given[key] === undefined) {
        throw badOption(
          `${path}.${key}`,
          "given: pi-ai ships no provider of that name",
        );
      }
    }
  }
  return Object.freeze({
    route,
    shipped: shipped !== undefined,
    displayName: read("displayName", checkText) ?? shipped ?? route,
    apiKey: read("apiKey", checkApiKey),
    api: read("api", (value, at) => checkWord(value, at, APIS)),
    baseURL: read("baseURL", resolveBaseURL),
    models: read("models", resolveModels),
    modelOverrides: read("modelOverrides", resolveModelOverrides) ?? new Map(),
    compat: read("compat", resolveCompat),
    headers: read("headers", resolveHeaders) ?? {},
    reasoning: read(
      "reasoning",
      (value, at) => checkWord(value, at, PI_AI_EFFORTS),
    ),
    thinkingBudgets: read("thinkingBudgets", resolveBudgets),
    cacheRetention: read("cacheRetention", checkRetention) ?? "short",
    timeoutMs: read("timeoutMs", checkTimeoutMs),
    streamIdleTimeoutMs: read("streamIdleTimeoutMs", checkTimeoutMs) ??
      300_000,
    progressTimeoutMs: read("progressTimeoutMs", checkTimeoutMs) ?? 900_000,
    defaultContextWindow: read("defaultContextWindow", checkCount) ?? 262_144,
    defaultMaxTokens: read("defaultMaxTokens", checkCount) ?? 32_768,
    defaultInput: read("defaultInput", resolveInput) ?? ["text" as const],
    retryPolicy: read(
      "retryPolicy",
      (value, at) => resolveRetryPolicy(value as RetryPolicyConfig, at),
    ),
    fetch: read("fetch", checkFunction<typeof globalThis.fetch>),
  });
}

function checkApiKey(value: unknown, path: string): PiAiApiKey {
  if (typeof value === "string" || typeof value === "function") {
    return value as PiAiApiKey;
  }
  throw badOption(path, "a string or a function");
}

function checkRetention(
  value: unknown,
  path: string,
): "none" | "short" | "long" {
  return checkWord(value, path, ["none", "short", "long"]);
}

function resolveHeaders(value: unknown, path: string): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [name, text] of Object.entries(checkObject(value, path))) {
    const at = entryPath(path, name);
    const key = name.toLowerCase();
    if (OWN_HEADERS.includes(key)) {
      throw badOption(at, "left out: the adapter sets this header");
    }
    if (headers.has(key)) {
      throw badOption(at, "left out: the header is named twice");
    }
    headers.set(key, checkHeader(name, text, at));
  }
  return Object.fromEntries(headers);
}

// No cause: the platform's words quote the value.
function checkHeader(name: string, value: unknown, path: string): string {
  if (typeof value === "string") {
    try {
      new Headers([[name, value]]);
      return value;
    } catch {
      // Not what a header can carry.
    }
  }
  throw badOption(path, "a string that a header of that name can carry");
}

function resolveBudgets(value: unknown, path: string): Record<string, number> {
  const levels = ["minimal", "low", "medium", "high"];
  return Object.fromEntries(
    Object.entries(checkObject(value, path, levels)).map((
      [level, count],
    ) => [level, checkCount(count, `${path}.${level}`)]),
  );
}
