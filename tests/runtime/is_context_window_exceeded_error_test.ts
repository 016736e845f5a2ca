import { assertEquals } from "@std/assert";
import { isContextWindowExceededError } from "../../runtime/is_context_window_exceeded_error.ts";
import { OTHERS } from "./_context_window_others.ts";
import { OVERFLOWS } from "./_context_window_wordings.ts";

for (const [provider, detail] of OVERFLOWS) {
  Deno.test(`isContextWindowExceededError() knows the words of ${provider}`, () => {
    const result = isContextWindowExceededError(detail);

    assertEquals(result, true);
  });
}

for (const [trouble, seen, detail] of OTHERS) {
  Deno.test(`isContextWindowExceededError() lets ${trouble} pass (${seen})`, () => {
    const result = isContextWindowExceededError(detail);

    assertEquals(result, false);
  });
}
