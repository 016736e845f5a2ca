/**
 * Checks of option values. Each names the path and never quotes the value, which
 * may be a secret in the wrong place.
 *
 * @module
 */

/** Makes the error for an option that is wrong in kind. */
export function badOption(
  path: string,
  expected: string,
  cause?: unknown,
): TypeError {
  return new TypeError(
    `Cannot configure pi-ai: "${path}" must be ${expected}`,
    cause === undefined ? {} : { cause },
  );
}

/** The path of an entry, by its name. */
export function entryPath(path: string, name: string): string {
  return `${path}[${JSON.stringify(name)}]`;
}

/**
 * Checks that a value is a plain object, and that its keys are known if any are.
 * A `Map` or a `Headers` would pass as empty: its entries are no keys.
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
  const unknown = keys &&
    Object.keys(object).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw badOption(`${path}.${unknown}`, "left out, it is not an option");
  }
  return object;
}

/** Checks that a value is one of a few words. */
export function checkWord<Word extends string>(
  value: unknown,
  path: string,
  words: readonly Word[],
): Word {
  if (words.includes(value as Word)) return value as Word;
  const list = words.map((word) => JSON.stringify(word)).join(", ");
  throw badOption(path, `one of ${list}`);
}

/** Checks that a value is a string with something in it. */
export function checkText(value: unknown, path: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw badOption(path, "a non-empty string");
}

/** Checks that a value counts something. */
export function checkCount(value: unknown, path: string): number {
  if (typeof value !== "number") throw badOption(path, "a number");
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(
    `Cannot configure pi-ai: "${path}" must be a positive integer`,
  );
}

/** Checks that a value is a function, of whatever kind. */
export function checkFunction<F>(value: unknown, path: string): F {
  if (typeof value === "function") return value as F;
  throw badOption(path, "a function");
}

/** Checks a value if there is one. */
export function optional<T>(
  value: unknown,
  path: string,
  check: (value: unknown, path: string) => T,
): T | undefined {
  return value === undefined ? undefined : check(value, path);
}
