import { Buffer } from "node:buffer";
import { assert, assertEquals } from "@std/assert";
import fc from "../fast_check.ts";
import { toBase64 } from "../../runtime/to_base64.ts";

/** The same bytes, as a runtime has them whose arrays write no base64. */
function withoutMethod(bytes: Uint8Array): Uint8Array {
  return Object.defineProperty(bytes, "toBase64", { value: undefined });
}

for (
  const [text, expected] of [["", ""], ["f", "Zg=="], ["fo", "Zm8="], [
    "foo",
    "Zm9v",
  ], ["\xfb\xff\xbf", "+/+/"]] as const
) {
  Deno.test(`toBase64() writes ${JSON.stringify(text)} as "${expected}"`, () => {
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));

    const native = toBase64(bytes);
    const own = toBase64(withoutMethod(bytes));

    assertEquals([native, own], [expected, expected]);
  });
}

Deno.test("toBase64() writes the same with the runtime's method and without", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assertEquals(toBase64(withoutMethod(bytes.slice())), toBase64(bytes));
  }));
});

for (const length of [24_000, 24_001, 20 * 1024 * 1024]) {
  Deno.test(`toBase64() writes ${length} bytes without the runtime's method`, () => {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i += 997) bytes[i] = i;

    const base64 = toBase64(withoutMethod(bytes));

    // Compared here, for a report of the difference would take minutes.
    assert(base64 === Buffer.from(bytes).toString("base64"));
  });
}
