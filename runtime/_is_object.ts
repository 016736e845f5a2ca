/**
 * What can have properties of its own.
 *
 * @module
 */

/**
 * Tells whether a value can have properties.
 *
 * @param value Anything.
 * @returns Whether it is an object or a function.
 */
export function isObject(value: unknown): value is object {
  return typeof value === "function" ||
    (typeof value === "object" && value !== null);
}
