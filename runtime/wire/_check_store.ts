/**
 * What responses are kept with, and under which name.
 *
 * @module
 */

import type { ResumeStore } from "./resume_store.ts";

// Stores have limits of their own to the length of a key, in bytes.
const MAX_LENGTH = 512;

/**
 * Checks the options that name a response.
 *
 * @param options The options.
 * @throws {TypeError} If the store is none, or the id no string.
 */
export function checkStore(
  { store, id }: { store: ResumeStore; id: string },
): void {
  if (
    typeof store?.append !== "function" || typeof store.read !== "function"
  ) {
    throw new TypeError(
      'Cannot keep response: "options.store" must be a ResumeStore',
    );
  }
  if (typeof id !== "string") {
    throw new TypeError('Cannot keep response: "options.id" must be a string');
  }
}

/**
 * Tells whether a response may have a name. One that a client sends may be any.
 *
 * @param id The name.
 * @returns Whether it may.
 */
export function isName(id: string): boolean {
  return id !== "" && id.length <= MAX_LENGTH;
}
