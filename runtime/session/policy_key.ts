/**
 * Names what a retry policy does.
 *
 * @module
 */

import type { ResolvedRetryPolicy } from "../retry_policy.ts";

/**
 * Names a retry policy by everything in it that changes what it does: the same for
 * two policies that do the same, whatever the order they list codes in.
 *
 * @param policy The policy.
 * @returns Its key, which is JSON.
 */
export function policyKey(policy: ResolvedRetryPolicy): string {
  const { mode, initialDelayMs, maxDelayMs, jitterRatio } = policy;
  return JSON.stringify({
    mode,
    ...(policy.mode === "normal" && {
      maxRetries: policy.maxRetries,
      retryableCodes: [...policy.retryableCodes].sort(),
    }),
    initialDelayMs,
    maxDelayMs,
    jitterRatio,
  });
}
