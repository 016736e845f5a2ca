/**
 * What holds named fields.
 *
 * @module
 */

/**
 * Tells whether a value can hold named fields.
 *
 * @param value Anything.
 * @returns Whether it is an object, an array excepted.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
