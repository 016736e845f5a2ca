/**
 * After how long a failed call is tried again.
 *
 * @module
 */

import { isProviderDelayMs } from "./_failure_facts.ts";
import { isCount } from "./read_shape.ts";
import type { ResolvedRetryPolicy } from "./retry_policy.ts";

/** Options for {@linkcode retryDelayMs}. */
export interface RetryDelayOptions {
  /** Milliseconds the provider asked to wait, when it did. */
  providerRetryAfterMs?: number | undefined;
  /**
   * Makes numbers from 0 up to but excluding 1, for the jitter.
   *
   * @default {Math.random}
   */
  random?: (() => number) | undefined;
}

/**
 * Tells how long to wait before a retry.
 *
 * The delay doubles with each retry up to the policy's greatest, then strays by a
 * random part to either side. A delay the provider asked for replaces it as it is.
 * One above the policy's greatest is never cut short: the normal mode leaves the
 * failure to whoever else handles it, and the always mode waits its own delay.
 *
 * @example Wait as the provider asks
 * ```ts
 * import { resolveRetryPolicy, retryDelayMs } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const policy = resolveRetryPolicy(undefined, "retryPolicy");
 *
 * equal(retryDelayMs(policy, 3, { random: () => 0.5 }), 2_000);
 * equal(retryDelayMs(policy, 3, { providerRetryAfterMs: 7_000 }), 7_000);
 * equal(retryDelayMs(policy, 3, { providerRetryAfterMs: 60_000 }), undefined);
 * ```
 *
 * @param policy The policy.
 * @param retry Which retry, counted from 1.
 * @param options What the provider asked for, and the randomness.
 * @returns Milliseconds, or `undefined` if the policy should not retry because
 * the provider asks for more than it allows.
 * @throws {RangeError} If the number of the retry is not a positive integer, or
 * the provider's delay not a positive finite number.
 */
export function retryDelayMs(
  policy: ResolvedRetryPolicy,
  retry: number,
  options: RetryDelayOptions = {},
): number | undefined {
  const { providerRetryAfterMs, random = Math.random } = options;
  if (!isCount(retry)) {
    throw new RangeError(
      'Cannot compute retry delay: "retry" must be a positive integer',
    );
  }
  const { mode, initialDelayMs, maxDelayMs, jitterRatio } = policy;
  if (providerRetryAfterMs !== undefined) {
    if (!isProviderDelayMs(providerRetryAfterMs)) {
      throw new RangeError(
        'Cannot compute retry delay: "providerRetryAfterMs" must be a positive finite number',
      );
    }
    if (providerRetryAfterMs <= maxDelayMs) return providerRetryAfterMs;
    if (mode === "normal") return undefined;
  }
  const delayMs = Math.min(initialDelayMs * 2 ** (retry - 1), maxDelayMs);
  const jitter = 1 + jitterRatio * (2 * random() - 1);
  return Math.min(delayMs * jitter, maxDelayMs);
}
