/**
 * Reading what may throw when it is looked at.
 *
 * @module
 */

import { isHarnessError } from "./error.ts";

/**
 * Reads something of an adapter's making. A getter or a proxy that throws is one
 * more way for it to be wrong.
 *
 * @typeParam T What is read.
 * @param read Reads it, and refuses what is wrong with a `HarnessError`.
 * @param unreadable Makes the error for what cannot be read.
 * @returns What was read.
 * @throws What either makes.
 */
export function distrust<T>(
  read: () => T,
  unreadable: (cause: unknown) => Error,
): T {
  try {
    return read();
  } catch (cause) {
    throw isHarnessError(cause) ? cause : unreadable(cause);
  }
}
