import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { LlmError } from "../../../runtime/error.ts";
import { createNdjsonReader } from "../../../runtime/wire/ndjson_reader.ts";

const LIMITS = { maxEventLength: 100, maxEvents: 10 };

function read(pieces: readonly string[]): string[] {
  const heard: string[] = [];
  const reader = createNdjsonReader({
    limits: LIMITS,
    event: (data) => void heard.push(data),
  });
  for (const piece of pieces) reader.feed(piece);
  reader.end();
  return heard;
}

const TEXTS: [rule: string, text: string, heard: string[]][] = [
  ["lines", "a\nb\n", ["a", "b"]],
  ["a line that does not end", "a\nb", ["a", "b"]],
  ["blank lines as nothing", "\na\n\n \t\n\nb\n\n", ["a", "b"]],
  ["line ends of two characters as one of JSON's spaces", "a\r\n\r\nb\r\n", [
    "a\r",
    "b\r",
  ]],
  ["a mark of the byte order as nothing", "\uFEFFa\n", ["a"]],
  ["a mark of the byte order later on", "a\n\uFEFFb\n", ["a", "\uFEFFb"]],
  ["line ends of others as text", "a\u2028b\u0085c\n", ["a\u2028b\u0085c"]],
  ["nothing", "", []],
];
for (const [rule, text, heard] of TEXTS) {
  Deno.test(`createNdjsonReader() reads ${rule}, wherever the text is cut`, () => {
    assertEquals(read([text]), heard);
    assertEquals(read(["", ...text, ""]), heard);
    for (let cut = 1; cut < text.length; cut++) {
      assertEquals(read([text.slice(0, cut), text.slice(cut)]), heard);
    }
  });
}

Deno.test("createNdjsonReader() does not wait for more once a line is whole", () => {
  const heard: string[] = [];
  const reader = createNdjsonReader({
    limits: LIMITS,
    event: (data) => void heard.push(data),
  });

  reader.feed("a\nb");

  assertEquals(heard, ["a"]);
});

Deno.test("createNdjsonReader() takes a line as long as it may be, wherever it is cut", () => {
  const line = "x".repeat(100);

  assertEquals(read([`${line}\n`]), [line]);
  assertEquals(read([...line, "\n"]), [line]);
});

for (const [kind, character] of [["line", "x"], ["blank line", " "]] as const) {
  Deno.test(`createNdjsonReader() refuses a ${kind} that is longer, wherever it is cut`, () => {
    const line = character.repeat(101);
    for (const pieces of [[`${line}\n`], [...line, "\n"], [line]]) {
      const error = assertThrows(() => read(pieces), LlmError);

      assertStrictEquals(error.code, "MALFORMED_RESPONSE");
      assertStrictEquals(
        error.message,
        "Cannot read body: an event is longer than 100 characters",
      );
    }
  });
}

Deno.test("createNdjsonReader() refuses a line without end before it is over", () => {
  const reader = createNdjsonReader({ limits: LIMITS, event: () => {} });
  for (let k = 0; k < 100; k++) reader.feed("x");

  assertThrows(() => reader.feed("x"), LlmError);
});

Deno.test("createNdjsonReader() refuses more lines than there may be", () => {
  assertStrictEquals(read(["a\n".repeat(10)]).length, 10);

  assertThrows(() => read(["a\n".repeat(11)]), LlmError);
});

Deno.test("createNdjsonReader() does not count blank lines", () => {
  assertEquals(read(["\n".repeat(100) + "a\n"]), ["a"]);
});

Deno.test("createNdjsonReader() counts each line by itself, wherever it is cut", () => {
  const line = "x".repeat(60);

  assertEquals(read([...`${line}\n${line}\n${line}\n`]), [line, line, line]);
});
