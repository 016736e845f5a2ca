import { assert, assertFalse } from "@std/assert";
import { isLosslessJson } from "../../../testing/adapter_conformance/_is_lossless_json.ts";

const shared = { a: 1 };
const cycle: unknown[] = [];
cycle.push({ cycle });

const LOSSLESS: Record<string, unknown> = {
  "null": null,
  "an empty text": "",
  "a number": -1.5,
  "a truth value": false,
  "lists and objects": { a: [1, { b: [] }], c: {} },
  "an object without a prototype": Object.assign(Object.create(null), { a: 1 }),
  "an object that comes twice": [shared, shared],
};

for (const [what, value] of Object.entries(LOSSLESS)) {
  Deno.test(`isLosslessJson() takes ${what}`, () => {
    assert(isLosslessJson(value));
  });
}

const LOSSY: Record<string, unknown> = {
  "nothing": undefined,
  "a number that is none": NaN,
  "an endless number": [Infinity],
  "a negative zero": -0,
  "a big integer": 1n,
  "a symbol": Symbol("a"),
  "a function": () => {},
  "a date": { at: new Date(0) },
  "a map": new Map(),
  "bytes": new Uint8Array(1),
  "a member that is undefined": { a: undefined },
  "a hole in a list": Array(1),
  "a symbol for a key": { [Symbol("a")]: 1 },
  "a cycle": cycle,
};

for (const [what, value] of Object.entries(LOSSY)) {
  Deno.test(`isLosslessJson() refuses ${what}`, () => {
    assertFalse(isLosslessJson(value));
  });
}
