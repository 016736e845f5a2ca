/**
 * What may count tokens.
 *
 * @module
 */

import type { TokenEstimator } from "./estimate_tokens.ts";

/**
 * Holds an estimator to what it must return: what is no count would spoil every
 * sum after it.
 */
export function checkedEstimator(estimate: TokenEstimator): TokenEstimator {
  return (text) => {
    const tokens = estimate(text);
    if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
    throw new RangeError(
      'Cannot estimate tokens: "estimate" must return an integer, 0 or more',
    );
  };
}
