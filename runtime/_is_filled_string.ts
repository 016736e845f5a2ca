/**
 * What can be a message, a code or a name.
 *
 * @module
 */

/**
 * Tells whether a value says something.
 *
 * @param value Anything.
 * @returns Whether it is a string that is not empty.
 */
export function isFilledString(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
