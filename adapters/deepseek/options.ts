/**
 * How a DeepSeek adapter is configured.
 *
 * @module
 */

import type { ModelModality } from "../../message.ts";
import type { AppIdentity } from "../../runtime/attribution.ts";
import type { ResolvedRetryPolicy } from "../../runtime/retry_policy.ts";

/** A model a DeepSeek adapter lists, and what is known about it. */
export interface DeepSeekModel {
  /** Model id, as the server knows it. */
  id: string;
  /** What to call it. */
  name?: string | undefined;
  /** What sets it apart from its neighbours. */
  description?: string | undefined;
  /** Most tokens of input and output together. */
  contextWindow?: number | undefined;
  /** Output cap filled in for this model when a caller names none. */
  maxTokens?: number | undefined;
  /** What it accepts. Absent means unknown. */
  inputModalities?: readonly ModelModality[] | undefined;
}

/**
 * An API key, or a function asked for one before each request. The function is
 * given the signal of the call.
 */
export type DeepSeekApiKey =
  | string
  | ((
    signal?: AbortSignal,
  ) => string | undefined | Promise<string | undefined>);

/** Options after validation, defaults filled in. Detached from the caller's object. */
export interface ResolvedDeepSeekOptions {
  readonly apiKey: DeepSeekApiKey | undefined;
  /** Without a trailing slash. */
  readonly baseURL: string;
  readonly fetch: typeof globalThis.fetch | undefined;
  /** The caller's own headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly identity: AppIdentity;
  readonly models: readonly DeepSeekModel[];
  readonly thinking: "enabled" | "disabled";
  readonly reasoningEffort: "off" | "low" | "high" | "max";
  readonly maxTokens: number;
  readonly defaultContextWindow: number;
  readonly streamIdleTimeoutMs: number;
  readonly progressTimeoutMs: number;
  readonly retryPolicy: ResolvedRetryPolicy | undefined;
}
