/**
 * What responses are kept with, and under which name.
 *
 * @module
 */

import type { ResumeStore } from "./resume_store.ts";

/**
 * Checks the options that name a response.
 *
 * @param options The options.
 * @throws {TypeError} If the store is none, or the id not a non-empty string.
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
  if (typeof id !== "string" || id === "") {
    throw new TypeError(
      'Cannot keep response: "options.id" must be a non-empty string',
    );
  }
}
