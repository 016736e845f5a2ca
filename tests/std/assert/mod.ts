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
import { assertHolds, delegate, show } from "./_report.ts";
import { type AnyConstructor, AssertionError } from "./assertion_error.ts";

export * from "./assertion_error.ts";
export * from "./object_match.ts";
export * from "./throws.ts";

/** Narrows away everything `assertFalse` refuses. */
export type Falsy = false | 0 | 0n | "" | null | undefined;

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
  assertHolds(
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
  assertHolds(
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
  assertHolds(
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
  assertHolds(
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
  assertHolds(
    missing.length === 0,
    `Expected ${show(actual)} to include ${show(missing)}`,
    msg,
  );
}

/** Fails unless the first value is the greater one. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  assertHolds(
    actual > expected,
    `Expected ${show(actual)} > ${show(expected)}`,
    msg,
  );
}

/** Fails if the first value is the smaller one. */
export function assertGreaterOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  assertHolds(
    actual >= expected,
    `Expected ${show(actual)} >= ${show(expected)}`,
    msg,
  );
}

/** Fails unless the first value is the smaller one. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  assertHolds(
    actual < expected,
    `Expected ${show(actual)} < ${show(expected)}`,
    msg,
  );
}

/** Fails if the first value is the greater one. */
export function assertLessOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  assertHolds(
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

function isEqual(a: unknown, b: unknown): boolean {
  try {
    deepStrictEqual(a, b);
    return true;
  } catch {
    return false;
  }
}
