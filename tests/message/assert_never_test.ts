import { assertStringIncludes, assertThrows } from "@std/assert";
import { assertNever } from "../../message.ts";

Deno.test("assertNever() names the context", () => {
  assertThrows(
    () => assertNever("odd" as never, "stream chunk"),
    TypeError,
    'Cannot handle stream chunk: got "odd"',
  );
});

Deno.test("assertNever() calls the value a value without a context", () => {
  assertThrows(
    () => assertNever(1 as never),
    TypeError,
    "Cannot handle value: got 1",
  );
});

const named: [string, unknown, string][] = [
  ["undefined", undefined, "got undefined"],
  ["null", null, "got null"],
  ["a symbol", Symbol("s"), "got Symbol(s)"],
  ["a bigint", 10n, "got 10"],
  ["a function", () => {}, "got a function"],
  ["an array", [1], "got an array"],
  ["an object", {}, "got an object"],
  ["an object by its type", { type: "odd" }, 'got an object of type "odd"'],
  ["an object by its kind", { kind: "odd" }, 'got an object of kind "odd"'],
  ["a quotation mark", '"', String.raw`got "\""`],
];

for (const [name, value, expected] of named) {
  Deno.test(`assertNever() names ${name}`, () => {
    const error = assertThrows(() => assertNever(value as never), TypeError);

    assertStringIncludes(error.message, expected);
  });
}

Deno.test("assertNever() cuts a long string", () => {
  const error = assertThrows(
    () => assertNever("x".repeat(10_000) as never),
    TypeError,
  );

  assertStringIncludes(error.message, `"${"x".repeat(79)}…"`);
});

Deno.test("assertNever() invokes no getter and no toString of the value", () => {
  const hostile = {
    get type() {
      throw new Error("invoked");
    },
    toString() {
      throw new Error("invoked");
    },
  };

  assertThrows(() => assertNever(hostile as never), TypeError, "got an object");
});

Deno.test("assertNever() contains what a proxy throws", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  assertThrows(() => assertNever(proxy as never), TypeError, "got an object");
});
