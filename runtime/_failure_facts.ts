/**
 * What a failure may tell.
 *
 * @module
 */

import { filled } from "../message/find_fault.ts";
import type { Fields } from "./read_shape.ts";

/** The facts beside message and code. */
export const FACTS: Fields = {
  "status?": [isHttpStatus, "an integer from 100 to 599"],
  "providerRetryAfterMs?": [isProviderDelayMs, "a positive finite number"],
  "requestId?": filled,
};

function isHttpStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 100 && status <= 599;
}

/** Tells whether a provider may ask to wait that many milliseconds. */
export function isProviderDelayMs(ms: number): boolean {
  return ms > 0 && ms < Infinity;
}
