import { assertEquals, assertThrows } from "@std/assert";
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

for (
  const [name, value] of Object.entries({
    "a signal": new AbortController().signal,
    "a signal of another realm": LIKE,
    "none": undefined,
  })
) {
  Deno.test(`checkSignal() accepts ${name}, but not null`, () => {
    const accepted = [value, null].filter((value) => {
      try {
        checkSignal(value, "signal");
        return true;
      } catch {
        return false;
      }
    });

    assertEquals(accepted, [value]);
  });
}
