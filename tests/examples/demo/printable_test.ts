import { assertEquals } from "@std/assert";
import { printable } from "../../../examples/demo/printable.ts";

Deno.test("printable() takes escape sequences apart", () => {
  const text = printable("\x1b]0;title\x07\x9b2Jred\r");

  assertEquals(text, "]0;title2Jred");
});

Deno.test("printable() keeps letters, lines and tabs of any script", () => {
  const text = "é\t你好\n🌍";

  assertEquals(printable(text), text);
});
