import {
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { check, equal, includes, rejects, throws } from "./check.ts";

const SAME: readonly [what: string, a: unknown, b: unknown][] = [
  ["texts", "a", "a"],
  ["lists", [1, { a: 2 }], [1, { a: 2 }]],
  ["objects in another order", { a: 1, b: 2 }, { b: 2, a: 1 }],
  ["two that are undefined", undefined, undefined],
  ["two that are NaN", NaN, NaN],
];

for (const [what, a, b] of SAME) {
  Deno.test(`equal() accepts ${what}`, () => {
    assertEquals(equal(a, b), undefined);
  });
}

const DIFFERENT: readonly [what: string, a: unknown, b: unknown][] = [
  ["texts", "a", "b"],
  ["a number and a text", 1, "1"],
  ["lists of other orders", [1, 2], [2, 1]],
  ["a field that is undefined and none", { a: undefined }, {}],
  ["null and undefined", null, undefined],
  ["NaN and null", NaN, null],
  ["a field more", { a: 1 }, { a: 1, b: 2 }],
];

for (const [what, a, b] of DIFFERENT) {
  Deno.test(`equal() refuses ${what}`, () => {
    assertThrows(() => equal(a, b), Error, "expected");
  });
}

Deno.test("check() throws its message unless the condition holds", () => {
  check(true, "No");

  assertThrows(() => check(false, "No"), Error, "No");
});

Deno.test("includes() refuses a text without the part", () => {
  includes("abc", "b");

  assertThrows(() => includes("abc", "d"), Error, 'expected "d" in "abc"');
});

Deno.test("rejects() resolves to what a promise rejects with", async () => {
  const reason = new Error("No");

  assertStrictEquals(await rejects(Promise.reject(reason)), reason);
});

Deno.test("rejects() refuses a promise that resolves", async () => {
  await assertRejects(
    () => rejects(Promise.resolve(7)),
    Error,
    "expected a rejection, found 7",
  );
});

Deno.test("throws() returns what a function throws", () => {
  const error = new Error("No");

  assertStrictEquals(
    throws(() => {
      throw error;
    }),
    error,
  );
});

Deno.test("throws() refuses a function that returns", () => {
  assertThrows(() => throws(() => 7), Error, "expected an error, found 7");
});
