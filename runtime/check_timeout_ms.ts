/**
 * Refuses time limits that no timer can keep.
 *
 * @module
 */

// More milliseconds than this make a timer fire at once.
const MAX_TIMEOUT_MS = 2_147_483_647;

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
  if (typeof value !== "number") {
    throw new TypeError(`Cannot use timeout: "${path}" must be a number`);
  }
  // Written so that NaN fails it.
  if (!(value > 0 && value <= MAX_TIMEOUT_MS)) {
    throw new RangeError(
      `Cannot use timeout: "${path}" must be a number greater than 0 and at most ${MAX_TIMEOUT_MS}`,
    );
  }
  return value;
}
