/**
 * When a failed call is worth another attempt.
 *
 * @module
 */

import { type Fault, must, text } from "../message/find_fault.ts";
import { TIMEOUT_MS } from "./check_timeout_ms.ts";
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
import { anything, type Fields, readShape, refusal } from "./read_shape.ts";

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

const DEFAULT_CODES: readonly string[] = [
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

const POLICY: Fields = {
  mode: ["normal", "always"],
  "maxRetries?": [
    (n: number) => Number.isSafeInteger(n) && n >= 0,
    "a non-negative integer",
  ],
  "retryableCodes?": [text],
  "backoff?": {
    "initialDelayMs?": TIMEOUT_MS,
    "maxDelayMs?": TIMEOUT_MS,
    "jitterRatio?": [(n: number) => n >= 0 && n <= 1, "from 0 to 1"],
  },
};

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
  config: RetryPolicyConfig | undefined = { mode: "normal" },
  path: string,
): ResolvedRetryPolicy {
  const error = refusal("resolve retry policy");
  function refuse(fault: Fault | undefined): void {
    if (fault) throw error(fault, true);
  }
  // The always mode has no use for some fields, so nobody looks at them.
  const always = Object(config).mode === "always";
  const { mode, maxRetries = 5, retryableCodes = DEFAULT_CODES, backoff = {} } =
    readShape<NormalRetryPolicyConfig>(
      config,
      always
        ? { ...POLICY, "maxRetries?": anything, "retryableCodes?": anything }
        : POLICY,
      { path, error, exact: true },
    );
  const { initialDelayMs = 500, maxDelayMs = 10_000, jitterRatio = 0.1 } =
    backoff;
  refuse(must(
    initialDelayMs <= maxDelayMs,
    `${path}.backoff.initialDelayMs`,
    `at most "${path}.backoff.maxDelayMs", yet ${initialDelayMs} is above ${maxDelayMs}`,
  ));
  const delays = { initialDelayMs, maxDelayMs, jitterRatio };
  if (always) return Object.freeze({ mode: "always", ...delays });
  const codes = `${path}.retryableCodes`;
  refuse(must(retryableCodes.length > 0, codes, "a non-empty list"));
  for (const [k, code] of retryableCodes.entries()) {
    const fresh = code !== "" && retryableCodes.indexOf(code) === k;
    refuse(must(fresh, `${codes}[${k}]`, "a non-empty code not listed before"));
  }
  return Object.freeze({
    mode,
    maxRetries,
    retryableCodes: Object.freeze([...retryableCodes]),
    ...delays,
  });
}
