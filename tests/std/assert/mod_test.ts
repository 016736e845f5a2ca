import {
  assert,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreater,
  assertGreaterOrEqual,
  assertInstanceOf,
  AssertionError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotStrictEquals,
  assertObjectMatch,
  assertStrictEquals,
  assertStringIncludes,
  fail,
  unreachable,
} from "@std/assert";

class Point {
  constructor(readonly x: number) {}
}

class OtherPoint {
  constructor(readonly x: number) {}
}

const cyclic: Record<string, unknown> = { a: 1 };
cyclic.self = cyclic;
const wider: Record<string, unknown> = { a: 1, b: 2 };
wider.self = wider;

const HOLDS: [name: string, assertion: () => void][] = [
  ["assert() accepts a truthy value", () => assert(1)],
  ["assertFalse() accepts a falsy value", () => assertFalse("")],
  [
    "assertEquals() compares plain data at any depth",
    () =>
      assertEquals({ a: [1, { b: new Date(0) }] }, {
        a: [1, { b: new Date(0) }],
      }),
  ],
  ["assertEquals() accepts NaN", () => assertEquals(NaN, NaN)],
  [
    "assertEquals() compares instances",
    () => assertEquals(new Point(1), new Point(1)),
  ],
  [
    "assertEquals() compares maps",
    () => assertEquals(new Map([[1, [2]]]), new Map([[1, [2]]])),
  ],
  [
    "assertEquals() compares URLs",
    () => assertEquals(new URL("http://a/"), new URL("http://a")),
  ],
  [
    "assertEquals() ignores the order of keys",
    () => assertEquals({ a: 1, b: 2 }, { b: 2, a: 1 }),
  ],
  [
    "assertEquals() compares bytes",
    () => assertEquals(new Uint8Array([1]), new Uint8Array([1])),
  ],
  [
    "assertNotEquals() accepts another structure",
    () => assertNotEquals<unknown>({ a: 1 }, { a: 2 }),
  ],
  [
    "assertStrictEquals() accepts the same object",
    () => assertStrictEquals(cyclic, cyclic),
  ],
  ["assertStrictEquals() accepts NaN", () => assertStrictEquals(NaN, NaN)],
  [
    "assertNotStrictEquals() accepts an equal object",
    () => assertNotStrictEquals({}, {}),
  ],
  ["assertExists() accepts zero", () => assertExists(0)],
  [
    "assertInstanceOf() accepts a subclass",
    () => assertInstanceOf(new TypeError(), Error),
  ],
  ["assertMatch() accepts matching text", () => assertMatch("abc", /b/)],
  [
    "assertStringIncludes() accepts a part",
    () => assertStringIncludes("abc", "b"),
  ],
  [
    "assertArrayIncludes() accepts equal items in any order",
    () => assertArrayIncludes([{ a: 1 }, { b: 2 }], [{ b: 2 }, { a: 1 }]),
  ],
  [
    "assertObjectMatch() ignores what is not expected",
    () => assertObjectMatch({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1 } }),
  ],
  [
    "assertObjectMatch() matches objects inside of arrays",
    () => assertObjectMatch({ a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }] }),
  ],
  [
    "assertObjectMatch() follows cycles",
    () => assertObjectMatch(wider, cyclic),
  ],
  ["assertGreater() accepts the greater", () => assertGreater(2, 1)],
  ["assertGreaterOrEqual() accepts the same", () => assertGreaterOrEqual(1, 1)],
  ["assertLess() accepts the smaller", () => assertLess(1, 2)],
  ["assertLessOrEqual() accepts the same", () => assertLessOrEqual(1, 1)],
];

for (const [name, assertion] of HOLDS) {
  Deno.test(name, () => {
    let thrown: unknown;

    try {
      assertion();
    } catch (error) {
      thrown = error;
    }

    // Not through the assertions under test: they could agree with each other.
    if (thrown !== undefined) throw thrown;
  });
}

const FAILS: [name: string, assertion: () => void][] = [
  ["assert() refuses a falsy value", () => assert(0)],
  ["assertFalse() refuses a truthy value", () => assertFalse("no")],
  [
    "assertEquals() refuses another value",
    () => assertEquals({ a: [1] }, { a: [2] }),
  ],
  ["assertEquals() refuses another type", () => assertEquals<unknown>(1, "1")],
  [
    "assertEquals() tells an undefined property from a missing one",
    () => assertEquals<unknown>({ a: undefined }, {}),
  ],
  [
    "assertEquals() tells classes of the same structure apart",
    () => assertEquals<unknown>(new Point(1), new OtherPoint(1)),
  ],
  [
    "assertEquals() compares dates",
    () => assertEquals(new Date(0), new Date(1)),
  ],
  [
    "assertEquals() compares URLs by text",
    () => assertEquals(new URL("http://a"), new URL("http://b")),
  ],
  ["assertEquals() compares expressions", () => assertEquals(/a/g, /a/)],
  [
    "assertEquals() compares symbol keys",
    () => assertEquals({ [Symbol.iterator]: 1 }, { [Symbol.iterator]: 2 }),
  ],
  [
    "assertNotEquals() refuses the same structure",
    () => assertNotEquals({ a: 1 }, { a: 1 }),
  ],
  [
    "assertStrictEquals() refuses an equal object",
    () => assertStrictEquals({}, {}),
  ],
  ["assertStrictEquals() tells 0 from -0", () => assertStrictEquals(0, -0)],
  [
    "assertNotStrictEquals() refuses the same object",
    () => assertNotStrictEquals(cyclic, cyclic),
  ],
  ["assertExists() refuses null", () => assertExists(null)],
  ["assertExists() refuses undefined", () => assertExists(undefined)],
  [
    "assertInstanceOf() refuses another class",
    () => assertInstanceOf(new Error(), TypeError),
  ],
  ["assertMatch() refuses other text", () => assertMatch("abc", /d/)],
  [
    "assertStringIncludes() refuses other text",
    () => assertStringIncludes("abc", "d"),
  ],
  [
    "assertArrayIncludes() refuses a missing item",
    () => assertArrayIncludes([1, 2], [2, 3]),
  ],
  [
    "assertObjectMatch() refuses another value",
    () => assertObjectMatch({ a: { b: 1 } }, { a: { b: 2 } }),
  ],
  [
    "assertObjectMatch() refuses a missing key",
    () => assertObjectMatch({ a: 1 }, { b: 1 }),
  ],
  [
    "assertObjectMatch() tells an undefined property from a missing one",
    () => assertObjectMatch({ a: 1 }, { b: undefined }),
  ],
  ["assertGreater() refuses the same", () => assertGreater(1, 1)],
  [
    "assertGreaterOrEqual() refuses the smaller",
    () => assertGreaterOrEqual(1, 2),
  ],
  ["assertLess() refuses the same", () => assertLess(1, 1)],
  ["assertLessOrEqual() refuses the greater", () => assertLessOrEqual(2, 1)],
  ["fail() always fails", () => fail("why")],
  ["unreachable() always fails", () => unreachable()],
];

for (const [name, assertion] of FAILS) {
  Deno.test(name, () => {
    let thrown: unknown;

    try {
      assertion();
    } catch (error) {
      thrown = error;
    }

    if (!(thrown instanceof AssertionError)) {
      throw new Error(
        `Cannot trust assertion: it let the value pass (${thrown})`,
      );
    }
  });
}
