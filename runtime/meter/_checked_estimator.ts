/**
 * What may count tokens.
 *
 * @module
 */

import { refuse } from "../../message/find_fault.ts";
import { callable } from "../read_shape.ts";
import { estimateTokens, type TokenEstimator } from "./estimate_tokens.ts";

/**
 * Holds an estimator to what it must return: what is no count would spoil every
 * sum after it.
 */
export function checkedEstimator(
  estimate: TokenEstimator = estimateTokens,
): TokenEstimator {
  refuse(callable(estimate, "options.estimate"), "estimate tokens");
  return (text) => {
    const tokens = estimate(text);
    if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
    throw new RangeError(
      'Cannot estimate tokens: "options.estimate" must return an integer, 0 or more',
    );
  };
}
