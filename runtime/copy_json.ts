/**
 * Values on their way into a JSON text.
 *
 * @module
 */

/**
 * Copies a value the way its JSON text would.
 *
 * @param value The value.
 * @returns A copy that shares nothing with it.
 * @throws {TypeError} If the text could not hold all of it: a function, a cycle,
 * a number that is not finite.
 */
export function copyJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, refuseLoss));
}

// What JSON.stringify() would drop or turn into null without a word.
function refuseLoss(_key: string, value: unknown): unknown {
  switch (typeof value) {
    case "number":
      if (Number.isFinite(value)) return value;
      break;
    case "function":
    case "symbol":
      break;
    default:
      return value;
  }
  throw new TypeError(`Cannot write ${typeof value} as JSON: it would be lost`);
}
