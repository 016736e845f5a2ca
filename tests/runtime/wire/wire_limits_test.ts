import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { resolveWireLimits } from "../../../runtime/wire/wire_limits.ts";

Deno.test("resolveWireLimits() sets limits that are left out", () => {
  assertEquals(resolveWireLimits({ maxDepth: undefined }), {
    maxEventLength: 16_777_216,
    maxDepth: 64,
    maxEvents: 1_000_000,
  });
});

Deno.test("resolveWireLimits() keeps the limits it is given, and no other option", () => {
  const limits = { maxEventLength: 1, maxDepth: 2, maxEvents: 3 };

  const resolved = resolveWireLimits({ ...limits, signal: null } as never);

  assertEquals(resolved, limits);
});

for (const name of ["maxEventLength", "maxDepth", "maxEvents"]) {
  Deno.test(`resolveWireLimits() refuses a "${name}" that is no number`, () => {
    for (const value of ["1", null, {}, 1n]) {
      const error = assertThrows(
        () => resolveWireLimits({ [name]: value }),
        TypeError,
      );
      assertStrictEquals(
        error.message,
        `Cannot use limit: "options.${name}" must be a number`,
      );
    }
  });

  Deno.test(`resolveWireLimits() refuses a "${name}" that limits nothing`, () => {
    for (const value of [0, -1, 1.5, NaN, Infinity]) {
      const error = assertThrows(
        () => resolveWireLimits({ [name]: value }),
        RangeError,
      );
      assertStrictEquals(
        error.message,
        `Cannot use limit: "options.${name}" must be a positive integer`,
      );
    }
  });
}
