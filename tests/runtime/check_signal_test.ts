import { assertThrows } from "@std/assert";
import { checkSignal } from "../../runtime/check_signal.ts";

const LIKE = {
  aborted: false,
  addEventListener() {},
  removeEventListener() {},
};

for (
  const [name, value] of Object.entries({
    "null": null,
    "a function": () => {},
    "a controller": new AbortController(),
    "no aborted": { ...LIKE, aborted: undefined },
    "no addEventListener": { ...LIKE, addEventListener: undefined },
    "no removeEventListener": { ...LIKE, removeEventListener: undefined },
  })
) {
  Deno.test(`checkSignal() refuses ${name} and names the path`, () => {
    assertThrows(
      () => checkSignal(value, "options.signal"),
      TypeError,
      '"options.signal"',
    );
  });
}

Deno.test("checkSignal() accepts a signal of another realm, and none", () => {
  checkSignal(LIKE, "options.signal");
  checkSignal(undefined, "options.signal");
});
