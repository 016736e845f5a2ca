import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { filled, text } from "../../message/find_fault.ts";
import {
  callable,
  COUNT,
  type ReadOptions,
  readShape,
  refusal,
  type Shape,
} from "../../runtime/read_shape.ts";

const OPTIONS: ReadOptions = { path: "it", error: refusal("take it") };
const SHAPE: Shape = {
  "name?": filled,
  "count?": COUNT,
  "mode?": ["a", "b"],
  "list?": [{ text }],
  "call?": callable,
};

const WRONG: readonly [unknown, string][] = [
  [undefined, '"it" must be an object'],
  [null, '"it" must be an object'],
  [[], '"it" must be an object'],
  [{ name: null }, '"it.name" must be a non-empty string'],
  [{ name: "" }, '"it.name" must be a non-empty string'],
  [{ count: "1" }, '"it.count" must be a number'],
  [{ mode: "c" }, '"it.mode" must be "a" or "b"'],
  [{ list: {} }, '"it.list" must be an array'],
  [{ list: [{ text: "" }, null] }, '"it.list[1]" must be an object'],
  [{ list: new Array(1) }, '"it.list[0]" must be an object'],
  [{ list: [{}] }, '"it.list[0].text" must be a string'],
  [{ call: {} }, '"it.call" must be a function'],
];

for (const [value, fault] of WRONG) {
  Deno.test(`readShape() refuses ${JSON.stringify(value)}: ${fault}`, () => {
    const error = assertThrows(
      () => readShape(value, SHAPE, OPTIONS),
      TypeError,
    );

    assertStrictEquals(error.message, `Cannot take it: ${fault}`);
  });
}

for (const count of [0, -1, 0.5, NaN, Infinity, 2 ** 53]) {
  Deno.test(`readShape() refuses ${count} for a count with a RangeError`, () => {
    assertThrows(
      () => readShape({ count }, SHAPE, OPTIONS),
      RangeError,
      'Cannot take it: "it.count" must be a positive integer',
    );
  });
}

Deno.test("readShape() names a field alone where the object has no name", () => {
  assertThrows(
    () => readShape({ count: 0 }, SHAPE, { ...OPTIONS, path: "" }),
    RangeError,
    'Cannot take it: "count" must be',
  );
});

Deno.test("readShape() copies what the shape knows, and leaves out what is undefined", () => {
  const value = {
    name: "n",
    count: undefined,
    list: [{ text: "a", other: 1 }],
    other: 2,
  };

  const copy = readShape<typeof value>(value, SHAPE, OPTIONS);

  assertEquals(copy as unknown, { name: "n", list: [{ text: "a" }] });
  assertEquals(Object.keys(copy), ["name", "list"]);
  assertNotStrictEquals(copy.list, value.list);
});

Deno.test("readShape() reads each field once", () => {
  let reads = 0;
  const value = {
    get name() {
      return reads++ === 0 ? "n" : "";
    },
  };

  const copy = readShape<typeof value>(value, SHAPE, OPTIONS);

  assertStrictEquals(copy.name, "n");
  assertStrictEquals(reads, 1);
});

Deno.test("readShape() finds fields a class gives to its instances", () => {
  class Given {
    get name() {
      return "n";
    }
  }

  assertEquals(readShape(new Given(), SHAPE, OPTIONS), { name: "n" });
});

Deno.test("readShape() refuses other fields where it is to be exact, at any depth", () => {
  assertThrows(
    () =>
      readShape({ list: [{ text: "", toString: 1 }] }, SHAPE, {
        ...OPTIONS,
        exact: true,
      }),
    TypeError,
    '"it.list[0].toString" must be left out: there is no such field',
  );
});

Deno.test("readShape() refuses objects that hold things in other ways where it is to be exact", () => {
  assertThrows(
    () => readShape(new Map(), SHAPE, { ...OPTIONS, exact: true }),
    TypeError,
    '"it" must be an object',
  );
  assertEquals(readShape(new Map(), SHAPE, OPTIONS), {});
});

Deno.test("readShape() refuses a field without a name where it is to be exact", () => {
  assertThrows(
    () => readShape({ "": 1 }, SHAPE, { ...OPTIONS, exact: true }),
    TypeError,
    '"it." must be left out',
  );
});
