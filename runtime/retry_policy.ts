/**
 * When a failed call is worth another attempt, and after how long.
 *
 * @module
 */

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
