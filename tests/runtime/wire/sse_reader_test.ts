import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { LlmError } from "../../../runtime/error.ts";
import { createSseReader } from "../../../runtime/wire/sse_reader.ts";

const LIMITS = { maxEventLength: 100, maxEvents: 10 };

function read(pieces: readonly string[], limits = LIMITS): string[] {
  const heard: string[] = [];
  const reader = createSseReader({
    limits,
    event: (data, id) =>
      void heard.push(id === undefined ? data : `${id} ${data}`),
    retry: (ms) => void heard.push(`retry ${ms}`),
  });
  for (const piece of pieces) reader.feed(piece);
  reader.end();
  return heard;
}

const TEXTS: [rule: string, text: string, heard: string[]][] = [
  ["an event", "data: a\n\n", ["a"]],
  ["data without a space", "data:a\n\n", ["a"]],
  ["line ends of two characters", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
  ["bare carriage returns", "data: a\r\rdata: b\r\r", ["a", "b"]],
  ["a mix of line ends", "data: a\r\n\ndata: b\n\r\n", ["a", "b"]],
  ["data in lines", "data: a\ndata: b\n\n", ["a\nb"]],
  ["an id", "id: 7\ndata: a\n\n", ["7 a"]],
  ["an id for one event only", "id: 7\ndata: a\n\ndata: b\n\n", ["7 a", "b"]],
  ["how long to wait", "retry: 50\ndata: a\n\n", ["retry 50", "a"]],
  ["a wait that is none as nothing", "retry: soon\ndata: a\n\n", ["a"]],
  ["comments as nothing", ": keep-alive\n\n:\ndata: a\n: b\n\n", ["a"]],
  ["names of events as nothing", "event: x\ndata: a\n\n", ["a"]],
  ["unknown fields as nothing", "oops\ndata: a\nx: y\n\n", ["a"]],
  ["a mark of the byte order as nothing", "\uFEFFdata: a\n\n", ["a"]],
  ["an event that ends with its line", "data: a\n", ["a"]],
  ["an event that does not end", "data: a", ["a"]],
  ["an event that ends with half a line end", "data: a\r", ["a"]],
  ["an event without data as nothing", "id: 1\n\n", []],
  ["nothing", "", []],
];
for (const [rule, text, heard] of TEXTS) {
  Deno.test(`createSseReader() reads ${rule}, wherever the text is cut`, () => {
    assertEquals(read([text]), heard);
    assertEquals(read([...text]), heard);
    for (let cut = 1; cut < text.length; cut++) {
      assertEquals(read([text.slice(0, cut), text.slice(cut)]), heard);
    }
  });
}

Deno.test("createSseReader() does not wait for more once an event is whole", () => {
  const heard: string[] = [];
  const reader = createSseReader({
    limits: LIMITS,
    event: (data) => void heard.push(data),
  });

  reader.feed("data: a\n\ndata: b");

  assertEquals(heard, ["a"]);
});

Deno.test("createSseReader() passes on what takes an event throws", () => {
  const error = new Error("No");
  const reader = createSseReader({
    limits: LIMITS,
    event() {
      throw error;
    },
  });

  assertStrictEquals(assertThrows(() => reader.feed("data: a\n\n")), error);
});

const LONGEST: [rule: string, text: (length: number) => string][] = [
  ["an event", (length) => `data: ${"x".repeat(length)}\n\n`],
  [
    "an event in lines",
    (length) => `data: x\ndata: ${"x".repeat(length - 2)}\n\n`,
  ],
  [
    "an event with line ends of two",
    (length) => `data: ${"x".repeat(length)}\r\n\r\n`,
  ],
  ["an event that does not end", (length) => `data: ${"x".repeat(length)}`],
];
for (const [rule, text] of LONGEST) {
  Deno.test(`createSseReader() takes ${rule} as long as it may be, wherever it is cut`, () => {
    const [event] = read([text(100)]);

    assertStrictEquals(event?.length, 100);
    assertEquals(read([...text(100)]), [event]);
  });

  Deno.test(`createSseReader() refuses ${rule} that is longer, wherever it is cut`, () => {
    for (const pieces of [[text(101)], [...text(101)]]) {
      const error = assertThrows(() => read(pieces), LlmError);

      assertStrictEquals(error.code, "MALFORMED_RESPONSE");
      assertStrictEquals(
        error.message,
        "Cannot read body: an event is longer than 100 characters",
      );
    }
  });
}

Deno.test("createSseReader() refuses a line without end before it is over", () => {
  const reader = createSseReader({ limits: LIMITS, event: () => {} });
  reader.feed("data: ");
  for (let k = 0; k < 100; k++) reader.feed("x");

  assertThrows(() => reader.feed("x"), LlmError);
});

Deno.test("createSseReader() refuses lines without end before they are over", () => {
  const reader = createSseReader({ limits: LIMITS, event: () => {} });
  for (let k = 0; k < 25; k++) reader.feed("data: abc\n");

  assertThrows(() => reader.feed("data: abcdefgh\n"), LlmError);
});

Deno.test("createSseReader() holds nothing of comments, however long", () => {
  assertEquals(read([":", ..."x".repeat(1_000), "\n", "data: a\n\n"]), ["a"]);
});

// The limit there is by default.
const LONG = { maxEventLength: 16 * 1024 * 1024, maxEvents: 1_000_000 };
// Each takes tens of bytes, whatever it is cut from takes more.
const FLOODS: [what: string, text: string, most: number][] = [
  ["empty lines", "data:\n".repeat(10_000), 40],
  ["short lines", "data: ab\n".repeat(10_000), 40],
  ["carriage returns", "data:\r".repeat(10_000), 40],
  [
    "comments between its lines",
    `data: short but not empty\n: ${"x".repeat(1_000_000)}\n`,
    20,
  ],
];
for (const [what, text, most] of FLOODS) {
  Deno.test(`createSseReader() refuses an event of ${what} long before its data is too long`, () => {
    const reader = createSseReader({ limits: LONG, event: () => {} });
    function feed(): void {
      for (let k = 0; k < most; k++) reader.feed(text);
    }

    const error = assertThrows(feed, LlmError);

    assertStrictEquals(error.code, "MALFORMED_RESPONSE");
  });
}

Deno.test("createSseReader() refuses an event of empty lines that one read brings", () => {
  const reader = createSseReader({ limits: LONG, event: () => {} });

  assertThrows(() => reader.feed("data:\n".repeat(400_000)), LlmError);
});

Deno.test("createSseReader() takes any number of events whose ends come by themselves", () => {
  let count = 0;
  const limits = { ...LIMITS, maxEvents: 30_000 };
  const reader = createSseReader({ limits, event: () => void count++ });

  for (let k = 0; k < 30_000; k++) {
    reader.feed("data: a\n");
    reader.feed("\n");
  }

  assertStrictEquals(count, 30_000);
});

Deno.test("createSseReader() takes as many events as there may be", () => {
  assertStrictEquals(read(["data: a\n\n".repeat(10)]).length, 10);
});

Deno.test("createSseReader() refuses more events", () => {
  const error = assertThrows(() => read(["data: a\n\n".repeat(11)]), LlmError);

  assertStrictEquals(error.code, "MALFORMED_RESPONSE");
  assertStrictEquals(
    error.message,
    "Cannot read body: it has more than 10 events",
  );
});

Deno.test("createSseReader() does not count what is no event", () => {
  assertEquals(read([": a\n\n".repeat(100) + "data: a\n\n"]), ["a"]);
});
