import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { registrationSignal, toDisposer } from "../../runtime/registration.ts";
import { watchedSignal } from "./_stub_adapter.ts";

Deno.test("toDisposer() disposes once, however it is called", () => {
  let disposals = 0;
  const dispose = toDisposer(() => disposals++, undefined);

  dispose();
  dispose();
  dispose[Symbol.dispose]();

  assertStrictEquals(disposals, 1);
});

Deno.test("toDisposer() disposes once even from within", () => {
  let disposals = 0;
  const dispose = toDisposer(() => {
    disposals++;
    dispose();
  }, undefined);

  dispose();

  assertStrictEquals(disposals, 1);
});

Deno.test("toDisposer() disposes at the end of a using block", () => {
  let disposals = 0;

  {
    using _disposer = toDisposer(() => disposals++, undefined);
  }

  assertStrictEquals(disposals, 1);
});

Deno.test("toDisposer() disposes when its signal aborts and lets it go", () => {
  let disposals = 0;
  const watched = watchedSignal();
  const dispose = toDisposer(() => disposals++, watched.signal);

  watched.abort();
  dispose();

  assertStrictEquals(disposals, 1);
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("toDisposer() lets its signal go when it is called", () => {
  const watched = watchedSignal();
  const dispose = toDisposer(() => {}, watched.signal);
  assertStrictEquals(watched.listeners(), 1);

  dispose();

  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("toDisposer() does without Symbol.dispose where there is none", () => {
  const original = globalThis.Symbol;
  let disposals = 0;

  globalThis.Symbol = {} as SymbolConstructor;
  let dispose: () => void;
  try {
    dispose = toDisposer(() => disposals++, undefined);
  } finally {
    globalThis.Symbol = original;
  }
  dispose();

  assertStrictEquals(disposals, 1);
  assertEquals(Object.getOwnPropertySymbols(dispose), []);
  // What a computed key makes of an absent symbol.
  assertStrictEquals("undefined" in dispose, false);
});

Deno.test("registrationSignal() returns the signal of the options", () => {
  const { signal } = new AbortController();

  assertStrictEquals(registrationSignal({ signal }), signal);
  assertStrictEquals(registrationSignal({}), undefined);
});

for (const value of [null, 1, "a"]) {
  Deno.test(`registrationSignal() refuses ${value} for options`, () => {
    assertThrows(
      () => registrationSignal(value as never),
      TypeError,
      '"options" must be an object',
    );
  });
}
