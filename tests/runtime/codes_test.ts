import { assertEquals } from "@std/assert";
import * as codes from "../../runtime/codes.ts";

Deno.test("codes are the names of their constants without the suffix", () => {
  const entries = Object.entries(codes);

  const expected = entries.map(([name]) => [name, name.replace(/_CODE$/, "")]);

  assertEquals(entries, expected as typeof entries);
});

Deno.test("codes have literal types", () => {
  const code: "QUOTA_EXCEEDED" = codes.QUOTA_EXCEEDED_CODE;

  assertEquals(code, "QUOTA_EXCEEDED");
});
