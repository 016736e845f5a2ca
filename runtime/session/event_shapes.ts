/**
 * Parts that the data of several events share.
 *
 * @module
 */

import { COUNT, type Range, type Shape } from "../read_shape.ts";

/** What a provider may say it counted, and what may be waited for. */
export const AMOUNT: Range = [
  (n) => n >= 0 && n < Infinity,
  "a finite number, 0 or more",
];

/** What may be none: places, retries, estimates. */
export const INTEGER: Range = [
  (n) => Number.isSafeInteger(n) && n >= 0,
  "an integer, 0 or more",
];

/** Where in a session something belongs. */
export const STEP: Record<"turn" | "step", Shape> = {
  turn: COUNT,
  step: COUNT,
};

/** What a call used. */
export const USAGE: Shape = {
  inputTokens: AMOUNT,
  outputTokens: AMOUNT,
  "cacheReadTokens?": AMOUNT,
  "cacheWriteTokens?": AMOUNT,
  "reasoningTokens?": AMOUNT,
};
