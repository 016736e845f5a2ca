import { assertEquals, assertLess, assertThrows } from "@std/assert";
import {
  createFraming,
  MAX_EVENT_LENGTH,
} from "../../../adapters/deepseek/framing.ts";
import { ProviderRequestId } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";

function frame(pieces: readonly string[]): string[] {
  const heard: string[] = [];
  const framing = createFraming({
    event: (data, type) => void heard.push(`${type ?? "event"} ${data}`),
    comment: (text) => void heard.push(`comment ${text}`),
    stray: (line) => void heard.push(`stray ${line}`),
  }, { requestId: ProviderRequestId("q1") });
  for (const piece of pieces) framing.feed(piece);
  framing.end();
  return heard;
}

const TEXTS: [rule: string, text: string, heard: string[]][] = [
  ["an event", "data: a\n\n", ["event a"]],
  ["data without a space", "data:a\n\n", ["event a"]],
  ["no more than one space", "data:  a\n\n", ["event  a"]],
  ["line ends of two characters", "data: a\r\n\r\n", ["event a"]],
  ["bare carriage returns", "data: a\r\rdata: b\r\r", ["event a", "event b"]],
  ["a mix of line ends", "data: a\r\n\ndata: b\n\r\n", ["event a", "event b"]],
  ["data in lines", "data: a\ndata: b\n\n", ["event a\nb"]],
  ["the name of an event", "event: error\ndata: a\n\n", ["error a"]],
  ["a name for one event only", "event: x\ndata: a\n\ndata: b\n\n", [
    "x a",
    "event b",
  ]],
  ["comments", ": keep-alive\n\n:\ndata: a\n\n", [
    "comment keep-alive",
    "comment ",
    "event a",
  ]],
  ["ids and delays as nothing", "id: 1\nretry: 5\ndata: a\n\n", ["event a"]],
  ["a delay that is none as nothing", "retry: x\n", []],
  ["stray lines", "data: a\n\nupstream error: x\ndata: b\n\n", [
    "event a",
    "stray upstream error: x",
    "event b",
  ]],
  ["a stray line without a colon", "oops\n", ["stray oops"]],
  ["a stray line at the end", "data: a\n\nupstream", [
    "event a",
    "stray upstream",
  ]],
  ["an event that ends with its line", "data: a\n", ["event a"]],
  ["an event that does not end", "data: a", ["event a"]],
  ["an event that ends with half a line end", "data: a\r", ["event a"]],
  ["nothing", "", []],
  ["fields that look like others as stray", "database: a\n", [
    "stray database: a",
  ]],
];
for (const [rule, text, heard] of TEXTS) {
  Deno.test(`createFraming() reads ${rule}, wherever the text is cut`, () => {
    assertEquals(frame([text]), heard);
    assertEquals(frame([...text]), heard);
    for (let cut = 1; cut < text.length; cut++) {
      assertEquals(frame([text.slice(0, cut), text.slice(cut)]), heard);
    }
  });
}

Deno.test("createFraming() does not wait for more once an event is whole", () => {
  const heard: string[] = [];
  const framing = createFraming({
    event: (data) => void heard.push(data),
    comment: () => {},
    stray: () => {},
  }, { requestId: undefined });

  framing.feed("data: a\n\ndata: b");

  assertEquals(heard, ["a"]);
});

Deno.test("createFraming() puts a long line together from many pieces", () => {
  const piece = "x".repeat(1_000);

  const heard = frame(["data: ", ...Array(1_000).fill(piece), "\n\n"]);

  assertEquals(heard[0]?.length, "event ".length + 1_000_000);
});

const TOO_LONG = "x".repeat(MAX_EVENT_LENGTH / 4);

Deno.test("createFraming() refuses a line without end", () => {
  const pieces = ["data: ", TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG];

  const error = assertThrows(() => frame(pieces), LlmError);

  assertEquals(error.code, "MALFORMED_RESPONSE");
  assertEquals(error.failure.requestId, "q1");
});

Deno.test("createFraming() refuses an event without end", () => {
  const line = `data: ${TOO_LONG}\n`;

  const error = assertThrows(() => frame([line, line, line, line]), LlmError);

  assertEquals(error.code, "MALFORMED_RESPONSE");
  assertEquals(error.failure.requestId, "q1");
});

Deno.test("createFraming() starts to count anew with each line", () => {
  const heard: string[] = [];
  const framing = createFraming({
    event: (data) => void heard.push(data),
    comment: () => {},
    stray: () => {},
  }, { requestId: undefined, maxLength: 20 });

  for (let k = 0; k < 10; k++) {
    framing.feed("data: ");
    framing.feed("0123456789");
    framing.feed("\n\n");
  }

  assertEquals(heard, Array(10).fill("0123456789"));
  framing.feed("data: 0123456789");
  assertThrows(() => framing.feed("01234"), LlmError, "longer than 20");
});

Deno.test("createFraming() refuses an event of empty lines long before its data is too long", () => {
  const framing = createFraming({
    event: () => {},
    comment: () => {},
    stray: () => {},
  }, { requestId: undefined });
  const text = "data:\n".repeat(100_000);
  function feed(): void {
    for (let k = 0; k < 15; k++) framing.feed(text);
  }

  const error = assertThrows(feed, LlmError);

  assertEquals(error.code, "MALFORMED_RESPONSE");
});

Deno.test("createFraming() takes any number of comments", () => {
  let count = 0;
  const framing = createFraming({
    event: () => {},
    comment: () => void count++,
    stray: () => {},
  }, { requestId: undefined, maxLength: 20 });

  for (let k = 0; k < 30_000; k++) framing.feed(": keep-alive\n\n");

  assertEquals(count, 30_000);
});

/** Counts the characters that functions of strings and lists are given. */
function countWork(run: () => void): number {
  const { join } = Array.prototype;
  const { indexOf, lastIndexOf, slice } = String.prototype;
  let work = 0;
  Array.prototype.join = function (separator) {
    const text = join.call(this, separator);
    work += text.length;
    return text;
  };
  String.prototype.indexOf = function (...args) {
    const found = indexOf.apply(this, args);
    const from = args[1] ?? 0;
    work += (found === -1 ? this.length : found) - from;
    return found;
  };
  String.prototype.lastIndexOf = function (...args) {
    work += this.length;
    return lastIndexOf.apply(this, args);
  };
  String.prototype.slice = function (...args) {
    const text = slice.apply(this, args);
    work += text.length;
    return text;
  };
  try {
    run();
  } finally {
    Object.assign(Array.prototype, { join });
    Object.assign(String.prototype, { indexOf, lastIndexOf, slice });
  }
  return work;
}

Deno.test("createFraming() looks at the characters of a long line a few times each", () => {
  const size = 1_460;
  const count = Math.ceil(8 * 1024 * 1024 / size);
  const pieces = ["data: ", ...Array(count).fill("x".repeat(size)), "\n\n"];

  const work = countWork(() => frame(pieces));

  assertLess(work, 12 * count * size);
});

Deno.test("createFraming() looks at the characters of many events a few times each", () => {
  const text = "data: x\n\n".repeat(50_000);

  const work = countWork(() => frame([text]));

  assertLess(work, 12 * text.length);
});
