/**
 * What survives being written as JSON.
 *
 * @module
 */

/**
 * Tells whether a value comes back from JSON as it was.
 *
 * @param value The value.
 * @param ancestors What it is part of.
 * @returns Whether it does.
 */
export function isLosslessJson(
  value: unknown,
  ancestors: readonly unknown[] = [],
): boolean {
  if (typeof value === "number") {
    return Number.isFinite(value) && !Object.is(value, -0);
  }
  if (value === null || ["string", "boolean"].includes(typeof value)) {
    return true;
  }
  if (typeof value !== "object" || ancestors.includes(value)) return false;
  const plain = Array.isArray(value) ||
    [Object.prototype, null].includes(Object.getPrototypeOf(value));
  // Through `Array.from` a hole is an undefined member, which JSON cannot hold.
  const members = Array.isArray(value)
    ? Array.from(value)
    : Object.values(value);
  return plain && Object.getOwnPropertySymbols(value).length === 0 &&
    members.every((member) => isLosslessJson(member, [...ancestors, value]));
}
