import { assertStrictEquals } from "@std/assert";
import fc from "../../fast_check.ts";
import { isDeeper } from "../../../runtime/wire/_is_deeper.ts";

const TEXTS: [rule: string, text: string, depth: number][] = [
  ["counts objects and lists alike", '{"a":[{}]}', 3],
  ["sees nothing deep in a value", "12", 0],
  ["counts what is open together alone", "[[],[],[[]]]", 3],
  ["ignores brackets in strings", '["[[[","{{"]', 1],
  ["ignores escaped quotes", '["\\"[[[["]', 1],
  ["sees the end of a string after a backslash", '["\\\\",[["a"]]]', 3],
  ["sees the end of a string after many", '["\\\\\\"[[[\\\\",[]]', 2],
  ["sees what is left open", "[[[", 3],
  ["sees no more after a string left open", '[["[[[', 2],
];
for (const [rule, text, depth] of TEXTS) {
  Deno.test(`isDeeper() ${rule}`, () => {
    assertStrictEquals(isDeeper(text, depth), false);
    if (depth > 0) assertStrictEquals(isDeeper(text, depth - 1), true);
  });
}

Deno.test("isDeeper() counts any JSON as a walk through it would", () => {
  function depthOf(value: unknown): number {
    if (typeof value !== "object" || value === null) return 0;
    return 1 + Math.max(0, ...Object.values(value).map(depthOf));
  }
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value);
    const depth = depthOf(value);

    assertStrictEquals(isDeeper(text, depth), false);
    if (depth > 0) assertStrictEquals(isDeeper(text, depth - 1), true);
  }));
});

Deno.test("isDeeper() needs no stack for the deepest of texts", () => {
  const text = "[".repeat(16 * 1024 * 1024);

  assertStrictEquals(isDeeper(text, text.length), false);
  assertStrictEquals(isDeeper(text, text.length - 1), true);
});
