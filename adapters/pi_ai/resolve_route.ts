/**
 * Checks what a caller wrote about one route.
 *
 * @module
 */

import { filled, must, refuse } from "../../message/find_fault.ts";
import { baseURL, trimBaseURL } from "../../runtime/base_url.ts";
import { checkHeaders } from "../../runtime/check_headers.ts";
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
import {
  type ResolvedRetryPolicy,
  resolveRetryPolicy,
} from "../../runtime/retry_policy.ts";
import {
  PI_AI_EFFORTS,
  type PiAiApiKey,
  type PiAiEffort,
  type PiAiModel,
  type PiAiModelOverride,
  type PiAiRoute,
} from "./options.ts";
import type { PiAiApi } from "./protocols.ts";
import {
  checkInput,
  INPUT,
  protocol,
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

const WHAT = "configure pi-ai";

/** What is checked in part, and copied elsewhere. */
type Deep = "compat" | "headers" | "modelOverrides" | "models" | "retryPolicy";

type Given =
  & Partial<Omit<ResolvedRoute, Deep | "route" | "shipped">>
  & Pick<PiAiRoute, Deep>;

const ROUTE: Fields = {
  "apiKey?": (key, path) =>
    must(
      typeof key === "string" || typeof key === "function",
      path,
      "a string or a function",
    ),
  "displayName?": filled,
  "api?": protocol,
  "baseURL?": baseURL,
  "models?": anything,
  "modelOverrides?": anything,
  "compat?": plain,
  "headers?": anything,
  "reasoning?": PI_AI_EFFORTS,
  "thinkingBudgets?": {
    "minimal?": COUNT,
    "low?": COUNT,
    "medium?": COUNT,
    "high?": COUNT,
  },
  "cacheRetention?": ["none", "short", "long"],
  "timeoutMs?": TIMEOUT_MS,
  "streamIdleTimeoutMs?": TIMEOUT_MS,
  "progressTimeoutMs?": TIMEOUT_MS,
  "defaultContextWindow?": COUNT,
  "defaultMaxTokens?": COUNT,
  "defaultInput?": INPUT,
  "retryPolicy?": anything,
  "fetch?": callable,
};

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
  const given = readShape<Given>(value, ROUTE, {
    path,
    error: refusal(WHAT),
    exact: true,
  });
  const shipped = SHIPPED_PROVIDERS.get(route);
  for (const key of ["api", "baseURL", "models"] as const) {
    refuse(
      must(
        shipped !== undefined || given[key] !== undefined,
        `${path}.${key}`,
        "given: pi-ai ships no provider of that name",
      ),
      WHAT,
    );
  }
  const { models, modelOverrides = {}, compat, headers, retryPolicy } = given;
  const { defaultInput = ["text"] } = given;
  checkInput(defaultInput, `${path}.defaultInput`);
  return Object.freeze({
    apiKey: undefined,
    api: undefined,
    reasoning: undefined,
    thinkingBudgets: undefined,
    cacheRetention: "short",
    timeoutMs: undefined,
    streamIdleTimeoutMs: 300_000,
    progressTimeoutMs: 900_000,
    defaultContextWindow: 262_144,
    defaultMaxTokens: 32_768,
    fetch: undefined,
    displayName: shipped ?? route,
    ...given,
    route,
    shipped: shipped !== undefined,
    baseURL: given.baseURL && trimBaseURL(given.baseURL),
    models: models === undefined
      ? undefined
      : resolveModels(models, `${path}.models`),
    modelOverrides: resolveModelOverrides(
      modelOverrides,
      `${path}.modelOverrides`,
    ),
    compat: compat && { ...compat },
    headers: checkHeaders(headers ?? {}, {
      path: `${path}.headers`,
      what: WHAT,
      taken: OWN_HEADERS,
    }),
    defaultInput,
    retryPolicy: retryPolicy === undefined
      ? undefined
      : resolveRetryPolicy(retryPolicy, `${path}.retryPolicy`),
  });
}
