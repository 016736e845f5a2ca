import { assertEquals } from "@std/assert";
import { oneLine } from "../../../../examples/edge_chat/server/one_line.ts";

const TEXTS: [name: string, text: string, line: string][] = [
  ["leaves a sentence alone", "SERVER: šálek 🐎", "SERVER: šálek 🐎"],
  [
    "begins no other line",
    "a\r\nAUTH: b\u2028c\u2029d\u0085e",
    "a AUTH: b c d e",
  ],
  ["sends a terminal no commands", "a\x1b[31mb\x07\x9b2Jc", "a [31mb 2Jc"],
  ["keeps its order", "a\u202eb\u2066c\u200fd\u200be", "a b c d e"],
];

for (const [rule, text, line] of TEXTS) {
  Deno.test(`oneLine() ${rule}`, () => {
    const answer = oneLine(text);

    assertEquals(answer, line);
  });
}
