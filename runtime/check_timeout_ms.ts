/**
 * Refuses time limits that no timer can keep.
 *
 * @module
 */

import { type Range, readShape, refusal } from "./read_shape.ts";

/** What a timer can keep: one of more milliseconds fires at once. */
export const TIMEOUT_MS: Range = [
  (ms) => ms > 0 && ms <= 2_147_483_647,
  "a number greater than 0 and at most 2147483647",
];

/**
 * Checks an option that is a time limit.
 *
 * @param value What was given.
 * @param path Where it was given, to name it in the error.
 * @returns The limit.
 * @throws {TypeError} If it is not a number.
 * @throws {RangeError} If it is not positive, or more than a timer can hold.
 */
export function checkTimeoutMs(value: unknown, path: string): number {
  return readShape(value, TIMEOUT_MS, { path, error: refusal("use timeout") });
}
