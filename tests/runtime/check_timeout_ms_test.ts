import { assertEquals, assertThrows } from "@std/assert";
import { checkTimeoutMs } from "../../runtime/check_timeout_ms.ts";

for (const value of [Number.MIN_VALUE, 1, 2_147_483_647]) {
  Deno.test(`checkTimeoutMs() takes ${value}`, () => {
    const result = checkTimeoutMs(value, "options.idleMs");

    assertEquals(result, value);
  });
}

for (const value of [0, -1, NaN, Infinity, 2_147_483_648]) {
  Deno.test(`checkTimeoutMs() refuses ${value}`, () => {
    assertThrows(
      () => checkTimeoutMs(value, "options.idleMs"),
      RangeError,
      '"options.idleMs"',
    );
  });
}

for (const value of [undefined, null, "5", 5n, {}]) {
  Deno.test(`checkTimeoutMs() refuses ${typeof value} ${value}`, () => {
    assertThrows(
      () => checkTimeoutMs(value, "options.idleMs"),
      TypeError,
      '"options.idleMs"',
    );
  });
}
