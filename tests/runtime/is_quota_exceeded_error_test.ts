import { assertEquals } from "@std/assert";
import { isQuotaExceededError } from "../../runtime/is_quota_exceeded_error.ts";
import { OTHERS } from "./_quota_others.ts";
import { USED_UP } from "./_quota_wordings.ts";

for (const [provider, detail] of USED_UP) {
  Deno.test(`isQuotaExceededError() knows the words of ${provider}`, () => {
    const result = isQuotaExceededError(detail);

    assertEquals(result, true);
  });
}

for (const [trouble, seen, detail] of OTHERS) {
  Deno.test(`isQuotaExceededError() lets ${trouble} pass (${seen})`, () => {
    const result = isQuotaExceededError(detail);

    assertEquals(result, false);
  });
}
