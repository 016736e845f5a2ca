import { assert, assertStrictEquals, assertThrows } from "@std/assert";
import { boundContextSummary } from "../../message.ts";

Deno.test("boundContextSummary() keeps a summary of 120 units", () => {
  const summary = "x".repeat(120);

  assertStrictEquals(boundContextSummary(summary), summary);
});

Deno.test("boundContextSummary() cuts to 120 units, an ellipsis last", () => {
  const bounded = boundContextSummary("x".repeat(121));

  assertStrictEquals(bounded, "x".repeat(119) + "…");
});

Deno.test("boundContextSummary() drops a pair that would be cut in half", () => {
  const bounded = boundContextSummary("x".repeat(118) + "😀".repeat(2));

  assertStrictEquals(bounded, "x".repeat(118) + "…");
});

Deno.test("boundContextSummary() keeps a pair that just fits", () => {
  const bounded = boundContextSummary("x".repeat(117) + "😀".repeat(2));

  assertStrictEquals(bounded, "x".repeat(117) + "😀…");
});

Deno.test("boundContextSummary() leaves well-formed text well-formed", () => {
  for (let prefix = 0; prefix < 4; prefix++) {
    const bounded = boundContextSummary("x".repeat(prefix) + "😀".repeat(100));

    assert(bounded.isWellFormed());
    assert(bounded.length <= 120);
  }
});

for (const value of [undefined, null, 5, {}]) {
  Deno.test(`boundContextSummary() refuses ${JSON.stringify(value)}`, () => {
    assertThrows(
      () => boundContextSummary(value as never),
      TypeError,
      'Cannot bound summary: "summary" must be a string',
    );
  });
}
