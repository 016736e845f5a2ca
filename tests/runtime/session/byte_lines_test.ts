import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createByteLines } from "../../../runtime/session/_byte_lines.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Feeds bytes in reads of a size, as places and text of the lines. */
function cut(bytes: Uint8Array, size: number) {
  const lines = createByteLines();
  const found = [];
  for (let at = 0; at < bytes.length; at += size) {
    found.push(...lines.feed(bytes.subarray(at, at + size)));
  }
  found.push(...lines.end());
  return found.map(({ bytes, ...place }) => ({
    text: decode(bytes),
    ...place,
  }));
}

Deno.test("createByteLines() tells each line, its number and where it begins", () => {
  const found = cut(encode("a\n\nüb\nc"), 100);

  assertEquals(found, [
    { text: "a\n", number: 1, offset: 0, open: false },
    { text: "\n", number: 2, offset: 2, open: false },
    { text: "üb\n", number: 3, offset: 3, open: false },
    { text: "c", number: 4, offset: 7, open: true },
  ]);
});

Deno.test("createByteLines() tells of no line where there is none", () => {
  assertEquals(cut(encode(""), 1), []);
  assertEquals(cut(encode("a\n"), 100).length, 1);
});

Deno.test("createByteLines() cuts the same lines whatever the reads", () => {
  fc.assert(fc.property(
    fc.string({ unit: fc.constantFrom("a", "ü", "\n", "🌍") }),
    fc.integer({ min: 1, max: 5 }),
    (text, size) => {
      const bytes = encode(text);

      assertEquals(cut(bytes, size), cut(bytes, 1_000));
    },
  ));
});

Deno.test("createByteLines() keeps no hold of the buffer it was given", () => {
  const lines = createByteLines();
  const buffer = encode("ab");

  assertEquals([...lines.feed(buffer)], []);
  buffer.set(encode("c\n"));
  const [line] = lines.feed(buffer);

  assertEquals(decode(line!.bytes), "abc\n");
});
