/**
 * Refuses what other code than the caller's has made.
 *
 * @module
 */

import { LlmError } from "./error.ts";
import type { ReadOptions } from "./read_shape.ts";

/**
 * Makes the errors that tell of faults and have a code to route on.
 *
 * @param what What cannot be done, to follow "Cannot".
 * @param code The code.
 */
export function codedRefusal(what: string, code: string): ReadOptions["error"] {
  return (fault) => new LlmError(`Cannot ${what}: ${fault}`, code);
}
