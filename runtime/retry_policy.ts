/**
 * When a failed call is worth another attempt.
 *
 * @module
 */

import { isRecord } from "./_is_record.ts";
import {
  EMPTY_RESPONSE_CODE,
  INSUFFICIENT_SYSTEM_RESOURCE_CODE,
  MALFORMED_RESPONSE_CODE,
  RATE_LIMIT_CODE,
  SERVER_CODE,
  STREAM_CLOSED_CODE,
  TIMEOUT_CODE,
  TRANSPORT_CODE,
  UNPARSED_TOOL_CALL_CODE,
} from "./codes.ts";

/** The delays both retry modes share. */
export interface ResolvedRetryBackoff {
  /** Milliseconds before the first retry. Doubles with each one. */
  readonly initialDelayMs: number;
  /** Most milliseconds before any retry. */
  readonly maxDelayMs: number;
  /** How far a delay may stray to either side: 0 to 1. */
  readonly jitterRatio: number;
}

/** Retries a bounded number of times, for the listed codes only. */
export interface ResolvedNormalRetryPolicy extends ResolvedRetryBackoff {
  /** Discriminates the policy. */
  readonly mode: "normal";
  /** Most retries: a non-negative integer. */
  readonly maxRetries: number;
  /** Failure codes worth a retry. Never empty, none twice. */
  readonly retryableCodes: readonly string[];
}

/** Retries every failure for as long as the caller waits. */
export interface ResolvedAlwaysRetryPolicy extends ResolvedRetryBackoff {
  /** Discriminates the policy. */
  readonly mode: "always";
}

/** A retry policy with every default filled in. Frozen. */
export type ResolvedRetryPolicy =
  | ResolvedNormalRetryPolicy
  | ResolvedAlwaysRetryPolicy;

/** The delays of a retry policy, as configured. */
export interface RetryBackoffConfig {
  /**
   * Milliseconds before the first retry: greater than 0, at most `maxDelayMs`.
   *
   * @default {500}
   */
  initialDelayMs?: number | undefined;
  /**
   * Most milliseconds before any retry: at most 2,147,483,647.
   *
   * @default {10_000}
   */
  maxDelayMs?: number | undefined;
  /**
   * How far a delay may stray to either side: 0 to 1.
   *
   * @default {0.1}
   */
  jitterRatio?: number | undefined;
}

/** Configures a {@linkcode ResolvedNormalRetryPolicy}. */
export interface NormalRetryPolicyConfig {
  /** Discriminates the policy. */
  mode: "normal";
  /**
   * Most retries: a non-negative integer.
   *
   * @default {5}
   */
  maxRetries?: number | undefined;
  /**
   * Failure codes worth a retry. Never empty, none twice.
   *
   * @default {the codes of failures that tend to pass}
   */
  retryableCodes?: readonly string[] | undefined;
  /**
   * The delays.
   *
   * @default {the default of each}
   */
  backoff?: RetryBackoffConfig | undefined;
}

/** Configures a {@linkcode ResolvedAlwaysRetryPolicy}. */
export interface AlwaysRetryPolicyConfig {
  /** Discriminates the policy. */
  mode: "always";
  /** Ignored: may be left over from the other mode. */
  maxRetries?: unknown;
  /** Ignored: may be left over from the other mode. */
  retryableCodes?: unknown;
  /**
   * The delays.
   *
   * @default {the default of each}
   */
  backoff?: RetryBackoffConfig | undefined;
}

/** A retry policy, as configured. */
export type RetryPolicyConfig =
  | NormalRetryPolicyConfig
  | AlwaysRetryPolicyConfig;

// More milliseconds than this make a timer fire at once.
const MAX_TIMER_MS = 2_147_483_647;

const DEFAULT_RETRYABLE_CODES: readonly string[] = [
  EMPTY_RESPONSE_CODE,
  RATE_LIMIT_CODE,
  SERVER_CODE,
  TIMEOUT_CODE,
  TRANSPORT_CODE,
  STREAM_CLOSED_CODE,
  MALFORMED_RESPONSE_CODE,
  INSUFFICIENT_SYSTEM_RESOURCE_CODE,
  UNPARSED_TOOL_CALL_CODE,
];

/**
 * Checks a retry policy and fills in its defaults.
 *
 * @example Retry less than by default
 * ```ts
 * import { resolveRetryPolicy } from "@dsh/llm";
 * import { equal, throws } from "node:assert/strict";
 *
 * const policy = resolveRetryPolicy(
 *   { mode: "normal", maxRetries: 2, backoff: { initialDelayMs: 250 } },
 *   "retryPolicy",
 * );
 *
 * equal(policy.initialDelayMs, 250);
 * equal(policy.maxDelayMs, 10_000);
 * throws(
 *   () => resolveRetryPolicy({ mode: "normal", maxRetries: -1 }, "retryPolicy"),
 *   /"retryPolicy\.maxRetries"/,
 * );
 * ```
 *
 * @param config The policy: leave out for normal retries with every default.
 * @param path Where it was configured, to name its fields in errors.
 * @returns The policy, frozen and detached from the configuration.
 * @throws {TypeError} If a field is unknown or of a wrong type.
 * @throws {RangeError} If a value is out of its range, a list is empty, or a code
 * is empty or listed twice.
 */
export function resolveRetryPolicy(
  config: RetryPolicyConfig | undefined,
  path: string,
): ResolvedRetryPolicy {
  const { mode, maxRetries, retryableCodes, backoff } = fieldsOf(
    config === undefined ? { mode: "normal" } : config,
    ["mode", "maxRetries", "retryableCodes", "backoff"],
    path,
  );
  if (mode !== "normal" && mode !== "always") {
    throw wrongType(`${path}.mode`, '"normal" or "always"');
  }
  const delays = resolveBackoff(backoff, `${path}.backoff`);
  return Object.freeze(
    mode === "always" ? { mode, ...delays } : {
      mode,
      maxRetries: resolveMaxRetries(maxRetries, `${path}.maxRetries`),
      retryableCodes: resolveCodes(retryableCodes, `${path}.retryableCodes`),
      ...delays,
    },
  );
}

function resolveBackoff(value: unknown, path: string): ResolvedRetryBackoff {
  const { initialDelayMs, maxDelayMs, jitterRatio } = fieldsOf(
    value === undefined ? {} : value,
    ["initialDelayMs", "maxDelayMs", "jitterRatio"],
    path,
  );
  const delays = {
    initialDelayMs: resolveDelay(initialDelayMs, 500, `${path}.initialDelayMs`),
    maxDelayMs: resolveDelay(maxDelayMs, 10_000, `${path}.maxDelayMs`),
    jitterRatio: resolveJitter(jitterRatio, `${path}.jitterRatio`),
  };
  if (delays.initialDelayMs > delays.maxDelayMs) {
    throw outOfRange(
      `${path}.initialDelayMs`,
      `at most "${path}.maxDelayMs", yet ${delays.initialDelayMs} is above ${delays.maxDelayMs}`,
    );
  }
  return delays;
}

function resolveDelay(value: unknown, fallback: number, path: string): number {
  if (value === undefined) return fallback;
  if (typeof value !== "number") throw wrongType(path, "a number");
  if (value > 0 && value <= MAX_TIMER_MS) return value;
  throw outOfRange(path, `greater than 0 and at most ${MAX_TIMER_MS}`);
}

function resolveJitter(value: unknown, path: string): number {
  if (value === undefined) return 0.1;
  if (typeof value !== "number") throw wrongType(path, "a number");
  if (value >= 0 && value <= 1) return value;
  throw outOfRange(path, "from 0 to 1");
}

function resolveMaxRetries(value: unknown, path: string): number {
  if (value === undefined) return 5;
  if (typeof value !== "number") throw wrongType(path, "a number");
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw outOfRange(path, "a non-negative integer");
}

function resolveCodes(value: unknown, path: string): readonly string[] {
  if (value === undefined) return Object.freeze([...DEFAULT_RETRYABLE_CODES]);
  if (!Array.isArray(value)) throw wrongType(path, "a list of codes");
  const codes = new Set<string>();
  for (const [index, code] of value.entries()) {
    const place = `${path}[${index}]`;
    if (typeof code !== "string") throw wrongType(place, "a string");
    if (code === "") throw outOfRange(place, "a non-empty string");
    if (codes.has(code)) throw outOfRange(place, "a code not listed before");
    codes.add(code);
  }
  if (codes.size === 0) throw outOfRange(path, "a non-empty list");
  return Object.freeze([...codes]);
}

function fieldsOf(
  value: unknown,
  known: readonly string[],
  path: string,
): Record<string, unknown> {
  if (!isRecord(value)) throw wrongType(path, "an object");
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      throw wrongType(`${path}.${key}`, "left out: there is no such field");
    }
  }
  return { ...value };
}

function wrongType(path: string, rule: string): TypeError {
  return new TypeError(
    `Cannot resolve retry policy: "${path}" must be ${rule}`,
  );
}

function outOfRange(path: string, rule: string): RangeError {
  return new RangeError(
    `Cannot resolve retry policy: "${path}" must be ${rule}`,
  );
}
