import { assertEquals } from "@std/assert";
import { answer, calls, decode, delta, fragment } from "./_wire.ts";

const TEXTS = ["a", " b", "c", '"', "\\", '\\"', "\n", "你好", "🌍", "\u0000"];

/** Payloads of which most are like the one before. */
const payloads = [
  ...TEXTS.map((text) => delta({ content: null, reasoning_content: text })),
  ...TEXTS.map((text) => delta({ content: text, reasoning_content: null })),
  delta({ content: "" }),
  delta({ content: '","role":"x' }),
  calls(fragment({ index: 0, id: "a" }, "", "ls")),
  ...TEXTS.map((text) => calls(fragment({ index: 0 }, text))),
  ...TEXTS.map((text) => delta({ content: text })),
  delta({}, "stop"),
];

Deno.test("createResponseDecoder() makes the same of payloads that repeat and of others", () => {
  const different = payloads.map((payload, at) => ({
    at,
    ...(payload as object),
  }));

  const repeated = decode(answer(...payloads));

  assertEquals(repeated, decode(answer(...different)));
});

Deno.test("createResponseDecoder() takes a payload that repeats for one after usage alone", () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const text = answer(
    delta({ content: "a" }),
    { choices: [], usage },
    delta({ content: "b" }),
  ).replace("data: [DONE]\n\n", "");

  assertEquals(decode(text).failure?.code, "STREAM_CLOSED");
});
