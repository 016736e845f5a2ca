import {
  assertInstanceOf,
  AssertionError,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";

const NOT_THROWING: [name: string, assertion: () => void][] = [
  [
    "assertThrows() refuses a function that returns",
    () => assertThrows(() => 1),
  ],
  [
    "assertThrows() refuses another class",
    () => {
      assertThrows(() => {
        throw new Error("a");
      }, TypeError);
    },
  ],
  [
    "assertThrows() refuses another message",
    () => {
      assertThrows(
        () => {
          throw new Error("a");
        },
        Error,
        "b",
      );
    },
  ],
  [
    "assertThrows() refuses a thrown value that is no error, if a class is given",
    () => {
      assertThrows(() => {
        throw "text";
      }, Error);
    },
  ],
];

for (const [name, assertion] of NOT_THROWING) {
  Deno.test(name, () => {
    let thrown: unknown;

    try {
      assertion();
    } catch (error) {
      thrown = error;
    }

    assertInstanceOf(thrown, AssertionError);
  });
}

Deno.test("assertThrows() returns the error", () => {
  const expected = new RangeError("too far");

  const error = assertThrows(
    () => {
      throw expected;
    },
    RangeError,
    "far",
  );

  assertStrictEquals(error, expected);
});

Deno.test("assertThrows() returns whatever was thrown if no class is given", () => {
  const thrown = assertThrows(() => {
    throw "text";
  });

  assertStrictEquals(thrown, "text");
});

Deno.test("assertRejects() resolves to the error", async () => {
  const expected = new RangeError("too far");

  const error = await assertRejects(
    () => Promise.reject(expected),
    RangeError,
    "far",
  );

  assertStrictEquals(error, expected);
});

const NOT_REJECTING: [name: string, fn: () => PromiseLike<unknown>][] = [
  ["assertRejects() refuses a promise that resolves", () => Promise.resolve()],
  [
    "assertRejects() refuses another class",
    () => Promise.reject(new Error("b")),
  ],
  [
    "assertRejects() refuses another message",
    () => Promise.reject(new TypeError("a")),
  ],
  [
    "assertRejects() refuses a reason that is no error",
    () => Promise.reject("b"),
  ],
  [
    "assertRejects() refuses a function that returns no promise",
    () => 1 as never,
  ],
  [
    "assertRejects() refuses a function that throws",
    () => {
      throw new TypeError("b");
    },
  ],
];

for (const [name, fn] of NOT_REJECTING) {
  Deno.test(name, async () => {
    let thrown: unknown;

    try {
      await assertRejects(fn, TypeError, "b");
    } catch (error) {
      thrown = error;
    }

    assertInstanceOf(thrown, AssertionError);
  });
}
