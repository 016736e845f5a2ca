/**
 * Stands in for `@std/assert` where the JSR registry is out of reach.
 *
 * Only what the tests use, and never more lenient than the real package: equality
 * is `node:assert`'s, which also tells `0` from `-0` and a null prototype from a
 * plain object.
 *
 * @module
 */

import {
  deepStrictEqual,
  notDeepStrictEqual,
  notStrictEqual,
  strictEqual,
} from "node:assert/strict";

/** Any class, abstract ones included. */
// deno-lint-ignore no-explicit-any
export type AnyConstructor = abstract new (...args: any[]) => any;

/** Thrown by every assertion that does not hold. */
export class AssertionError extends Error {
  /** Always `"AssertionError"`. */
  override readonly name: string = "AssertionError";
}

/** Narrows away everything `assertFalse` refuses. */
export type Falsy = false | 0 | 0n | "" | null | undefined;

function check(holds: boolean, problem: string, msg: string | undefined): void {
  if (!holds) throw new AssertionError(msg ? `${problem}: ${msg}` : problem);
}

/** Runs an assertion of `node:assert`, so that callers see one error class. */
function delegate(assertion: () => void, msg: string | undefined): void {
  try {
    assertion();
  } catch (error) {
    throw new AssertionError(
      msg ? `${(error as Error).message}: ${msg}` : (error as Error).message,
    );
  }
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) {
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  return String(value);
}

/** Fails unless the value is truthy. */
export function assert(expr: unknown, msg: string = ""): asserts expr {
  if (!expr) throw new AssertionError(msg);
}

/** Fails unless the value is falsy. */
export function assertFalse(
  expr: unknown,
  msg: string = "",
): asserts expr is Falsy {
  if (expr) throw new AssertionError(msg);
}

/** Fails unless both values have the same structure. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  delegate(() => {
    // node:assert compares own properties, and a URL has none.
    if (actual instanceof URL && expected instanceof URL) {
      strictEqual(actual.href, expected.href);
    }
    deepStrictEqual(actual, expected);
  }, msg);
}

/** Fails if both values have the same structure. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  delegate(() => notDeepStrictEqual(actual, expected), msg);
}

/** Fails unless both are the same value, as `Object.is` tells. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T {
  delegate(() => strictEqual(actual, expected), msg);
}

/** Fails if both are the same value, as `Object.is` tells. */
export function assertNotStrictEquals<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  delegate(() => notStrictEqual(actual, expected), msg);
}

/** Fails on `null` and `undefined`. */
export function assertExists<T>(
  actual: T,
  msg?: string,
): asserts actual is NonNullable<T> {
  check(
    actual !== null && actual !== undefined,
    `Expected ${actual} to exist`,
    msg,
  );
}

/** Fails unless the value is an instance of the class. */
export function assertInstanceOf<T extends AnyConstructor>(
  actual: unknown,
  expectedType: T,
  msg: string = "",
): asserts actual is InstanceType<T> {
  check(
    actual instanceof expectedType,
    `Expected ${show(actual)} to be an instance of "${expectedType.name}"`,
    msg,
  );
}

/** Fails unless the text matches the expression. */
export function assertMatch(
  actual: string,
  expected: RegExp,
  msg?: string,
): void {
  check(
    expected.test(actual),
    `Expected ${show(actual)} to match ${expected}`,
    msg,
  );
}

/** Fails unless the text contains the other text. */
export function assertStringIncludes(
  actual: string,
  expected: string,
  msg?: string,
): void {
  check(
    actual.includes(expected),
    `Expected ${show(actual)} to contain ${show(expected)}`,
    msg,
  );
}

/** Fails unless the list has a structural equal of each expected item. */
export function assertArrayIncludes<T>(
  actual: ArrayLike<T>,
  expected: ArrayLike<T>,
  msg?: string,
): void {
  const missing = Array.from(expected).filter((item) =>
    !Array.from(actual).some((other) => isEqual(other, item))
  );
  check(
    missing.length === 0,
    `Expected ${show(actual)} to include ${show(missing)}`,
    msg,
  );
}

/** Fails unless every expected property is there with an equal value, at any depth. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  assertEquals<unknown>(pick(actual, expected, new Map()), expected, msg);
}

/** Fails unless the first value is the greater one. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  check(actual > expected, `Expected ${show(actual)} > ${show(expected)}`, msg);
}

/** Fails if the first value is the smaller one. */
export function assertGreaterOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  check(
    actual >= expected,
    `Expected ${show(actual)} >= ${show(expected)}`,
    msg,
  );
}

/** Fails unless the first value is the smaller one. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  check(actual < expected, `Expected ${show(actual)} < ${show(expected)}`, msg);
}

/** Fails if the first value is the greater one. */
export function assertLessOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  check(
    actual <= expected,
    `Expected ${show(actual)} <= ${show(expected)}`,
    msg,
  );
}

/** Fails always. */
export function fail(msg?: string): never {
  throw new AssertionError(
    msg ? `Failed assertion: ${msg}` : "Failed assertion.",
  );
}

/** Fails always: marks a place no execution reaches. */
export function unreachable(reason?: string): never {
  throw new AssertionError(reason ?? "Unreachable.");
}

/** Fails unless the function throws, and returns what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Fails unless the function throws an error of the class, and returns it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any
  ErrorClass: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows(
  fn: () => unknown,
  errorClassOrMsg?: AnyConstructor | string,
  msgIncludes?: string,
  msg?: string,
): unknown {
  try {
    fn();
  } catch (error) {
    return checkError(error, errorClassOrMsg, msgIncludes, msg);
  }
  throw new AssertionError("Expected function to throw");
}

/** Fails unless the promise rejects, and resolves to the reason. */
export function assertRejects(
  fn: () => PromiseLike<unknown>,
  msg?: string,
): Promise<unknown>;
/** Fails unless the promise rejects with an error of the class, and resolves to it. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any
  ErrorClass: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  errorClassOrMsg?: AnyConstructor | string,
  msgIncludes?: string,
  msg?: string,
): Promise<unknown> {
  let promise: PromiseLike<unknown>;
  try {
    promise = fn();
  } catch {
    throw new AssertionError("Function throws when expected to reject");
  }
  if (typeof promise?.then !== "function") {
    throw new AssertionError("Expected function to return a promise");
  }

  try {
    await promise;
  } catch (error) {
    return checkError(error, errorClassOrMsg, msgIncludes, msg);
  }
  throw new AssertionError("Expected promise to reject");
}

function checkError(
  error: unknown,
  errorClassOrMsg: AnyConstructor | string | undefined,
  msgIncludes: string | undefined,
  msg: string | undefined,
): unknown {
  if (typeof errorClassOrMsg !== "function") return error;

  if (!(error instanceof Error)) {
    throw new AssertionError(
      `Expected an Error to be thrown: got ${show(error)}`,
    );
  }
  assertInstanceOf(error, errorClassOrMsg, msg);
  if (msgIncludes !== undefined) {
    assertStringIncludes(error.message, msgIncludes, msg);
  }
  return error;
}

function isEqual(a: unknown, b: unknown): boolean {
  try {
    deepStrictEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

/** Copies from `actual` what `expected` names, leaving whatever is no plain data alone. */
function pick(
  actual: unknown,
  expected: unknown,
  seen: Map<unknown, unknown>,
): unknown {
  if (!isPlain(actual) || !isPlain(expected)) return actual;
  if (Array.isArray(actual) !== Array.isArray(expected)) return actual;
  if (seen.has(actual)) return seen.get(actual);

  if (Array.isArray(actual)) {
    const items: unknown[] = [];
    seen.set(actual, items);
    const wanted = expected as unknown as unknown[];
    for (const [index, item] of actual.entries()) {
      items.push(pick(item, wanted[index], seen));
    }
    return items;
  }

  const picked: Record<PropertyKey, unknown> = Object.create(
    Object.getPrototypeOf(expected),
  );
  seen.set(actual, picked);
  for (const key of Reflect.ownKeys(expected)) {
    if (key in actual) picked[key] = pick(actual[key], expected[key], seen);
  }
  return picked;
}

function isPlain(value: unknown): value is Record<PropertyKey, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return ![Map, Set, Date, RegExp, ArrayBuffer, URL].some((type) =>
    value instanceof type
  ) &&
    !ArrayBuffer.isView(value);
}
