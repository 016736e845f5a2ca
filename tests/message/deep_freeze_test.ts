import { assert, assertFalse, assertStrictEquals } from "@std/assert";
import { deepFreeze } from "../../message.ts";

Deno.test("deepFreeze() returns its argument", () => {
  const value = { a: 1 };

  assertStrictEquals(deepFreeze(value), value);
});

for (const value of [undefined, null, "text", 1, true]) {
  Deno.test(`deepFreeze() passes ${JSON.stringify(value)} through`, () => {
    assertStrictEquals(deepFreeze(value), value);
  });
}

Deno.test("deepFreeze() freezes objects, arrays and what they hold", () => {
  const leaf = { deep: true };
  const value = { list: [[leaf]] };

  deepFreeze(value);

  assert(Object.isFrozen(value));
  assert(Object.isFrozen(value.list));
  assert(Object.isFrozen(value.list[0]));
  assert(Object.isFrozen(leaf));
});

Deno.test("deepFreeze() freezes what lies below a frozen object", () => {
  const leaf = {};

  deepFreeze(Object.freeze({ leaf }));

  assert(Object.isFrozen(leaf));
});

Deno.test("deepFreeze() reaches symbol keys and hidden properties", () => {
  const bySymbol = {};
  const hidden = {};
  const value = { [Symbol("key")]: bySymbol };
  Object.defineProperty(value, "hidden", { value: hidden });

  deepFreeze(value);

  assert(Object.isFrozen(bySymbol));
  assert(Object.isFrozen(hidden));
});

Deno.test("deepFreeze() survives a cycle", () => {
  const value: { self?: unknown } = {};
  value.self = [value];

  deepFreeze(value);

  assert(Object.isFrozen(value.self));
});

Deno.test("deepFreeze() survives 100,000 levels", () => {
  const leaf = {};
  let value: unknown = leaf;
  for (let level = 0; level < 100_000; level++) value = { value };

  deepFreeze(value);

  assert(Object.isFrozen(leaf));
});

Deno.test("deepFreeze() leaves an AbortSignal alone", () => {
  const { signal } = new AbortController();

  deepFreeze({ signal });

  assertFalse(Object.isFrozen(signal));
});

Deno.test("deepFreeze() leaves buffers and their views alone", () => {
  const bytes = new Uint8Array([1]);
  const buffer = new ArrayBuffer(1);

  deepFreeze({ bytes, buffer, view: new DataView(buffer) });

  assertFalse(Object.isFrozen(bytes));
  assertFalse(Object.isFrozen(buffer));
});

Deno.test("deepFreeze() leaves functions alone", () => {
  const shared = () => {};

  deepFreeze({ shared });

  assertFalse(Object.isFrozen(shared));
});

Deno.test("deepFreeze() invokes no getter", () => {
  const value = {
    get hostile(): never {
      throw new Error("invoked");
    },
  };

  deepFreeze(value);

  assert(Object.isFrozen(value));
});
