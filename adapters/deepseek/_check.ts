/**
 * Checks of option values. Each names the path and never quotes the value, which
 * may be a secret in the wrong place.
 *
 * @module
 */

/**
 * Makes the error for an option that is wrong in kind.
 *
 * @param path Where the option is.
 * @param expected What it should have been.
 * @param cause What shows that it is not, if that tells no secret.
 * @returns The error.
 */
export function badOption(
  path: string,
  expected: string,
  cause?: unknown,
): TypeError {
  return new TypeError(
    `Cannot configure DeepSeek: "${path}" must be ${expected}`,
    cause === undefined ? {} : { cause },
  );
}

/**
 * Checks that a value is an object of known keys.
 *
 * A `Headers`, a `Map` or an array keeps its entries where no key shows them: it
 * is refused, for it would pass as empty.
 *
 * @param value The value.
 * @param path Where it is.
 * @param keys The known keys. Any key goes when absent.
 * @returns The same object.
 * @throws {TypeError} If it is something else, or has another key.
 */
export function checkObject(
  value: unknown,
  path: string,
  keys?: readonly string[],
): Record<string, unknown> {
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    throw badOption(path, "an object");
  }
  const object = value as Record<string, unknown>;
  if (keys === undefined) return object;
  const unknown = Object.keys(object).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw new TypeError(
      `Cannot configure DeepSeek: "${path}.${unknown}" must be left out, it is not an option`,
    );
  }
  return object;
}

/**
 * Checks that a value is a string with something in it.
 *
 * @param value The value.
 * @param path Where it is.
 * @returns The same string.
 * @throws {TypeError} If it is not.
 */
export function checkString(value: unknown, path: string): string {
  if (typeof value !== "string" || value === "") {
    throw badOption(path, "a non-empty string");
  }
  return value;
}

/**
 * Checks that a value is one of a few words.
 *
 * @param value The value.
 * @param path Where it is.
 * @param words The words.
 * @returns The same word.
 * @throws {TypeError} If it is not.
 */
export function checkWord<Word extends string>(
  value: unknown,
  path: string,
  words: readonly Word[],
): Word {
  if (!words.includes(value as Word)) {
    const list = words.map((word) => `"${word}"`).join(", ");
    throw badOption(path, `one of ${list}`);
  }
  return value as Word;
}

/**
 * Checks that a value counts something.
 *
 * @param value The value.
 * @param path Where it is.
 * @returns The same number.
 * @throws {TypeError} If it is not a number.
 * @throws {RangeError} If it is not a positive safe integer.
 */
export function checkCount(value: unknown, path: string): number {
  if (typeof value !== "number") throw badOption(path, "a number");
  if (!Number.isSafeInteger(value) || value <= 0) {
    throw new RangeError(
      `Cannot configure DeepSeek: "${path}" must be a positive integer`,
    );
  }
  return value;
}
