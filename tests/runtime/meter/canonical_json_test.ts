import { assertEquals, assertNotEquals } from "@std/assert";
import { canonicalJson } from "../../../runtime/meter/_canonical_json.ts";

Deno.test("canonicalJson() writes fields in the order of their names, at any depth", () => {
  const value = { b: [{ d: 1, c: 2 }], a: null };

  assertEquals(canonicalJson(value), '{"a":null,"b":[{"c":2,"d":1}]}');
});

Deno.test("canonicalJson() goes by code units", () => {
  assertEquals(canonicalJson({ é: 1, z: 2, Z: 3 }), '{"Z":3,"z":2,"é":1}');
});

Deno.test("canonicalJson() keeps the order of lists", () => {
  assertNotEquals(canonicalJson([1, 2]), canonicalJson([2, 1]));
});

Deno.test("canonicalJson() leaves out what is undefined", () => {
  assertEquals(canonicalJson({ a: undefined, b: 1 }), '{"b":1}');
});
