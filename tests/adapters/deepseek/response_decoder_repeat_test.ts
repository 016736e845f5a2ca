import { assertEquals } from "@std/assert";
import fc from "../../fast_check.ts";
import {
  answer,
  calls,
  decode,
  decodePieces,
  delta,
  fragment,
} from "./_wire.ts";

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

Deno.test("ResponseDecoder makes the same of payloads that repeat and of others", () => {
  const different = payloads.map((payload, at) => ({
    at,
    ...(payload as object),
  }));

  const repeated = decode(answer(...payloads));

  assertEquals(repeated, decode(answer(...different)));
});

Deno.test("ResponseDecoder takes a payload that repeats for one after usage alone", () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const text = answer(
    delta({ content: "a" }),
    { choices: [], usage },
    delta({ content: "b" }),
  ).replace("data: [DONE]\n\n", "");

  assertEquals(decode(text).failure?.code, "STREAM_CLOSED");
});

// Each with the places of strings marked, to be filled with one of the literals.
const SHAPES = [
  '{"id":@,"choices":[{"index":0,"delta":{"content":@}}]}',
  '{"choices":[{"index":1,"delta":{"content":@}}]}',
  '{"choices":[{"delta":{"content":@,"content":@}}]}',
  '{"choices":[{"delta":{"reasoning_content":@,"reasoning":@}}]}',
  '{"choices":[{"delta":{"content":[{"type":@,"text":@}]}}]}',
  '{"choices":[{"delta":{"content":[{"type":"text","text":@},@]}}]}',
  '{"choices":[{"delta":{"content":@},"finish_reason":@}]}',
  '{"choices":[{"delta":{@:@}}]}',
  '{"choices":[{"message":{"content":@}}]}',
  '{"choices":[{"delta":{"content":@},"message":{"content":@}}]}',
  '{"choices":[{"delta":{"content":@}}],"error":@}',
  '{"choices":[{"delta":{"content":@}}],@:null}',
  '{"choices":[{"delta":{}}]}',
];
const LITERALS = [
  '"a"',
  '"b"',
  '""',
  '"\\u0061"',
  '"\\""',
  '"\\ud83d"',
  '"text"',
  '"stop"',
  '"content"',
  '"a string of more characters"',
  '"~payload-template-sentinel~"',
  '"a"b"',
  "null",
];

Deno.test("ResponseDecoder reads repeating payloads as if each were parsed", () => {
  const payload = fc.tuple(
    fc.constantFrom(...SHAPES),
    fc.array(fc.constantFrom(...LITERALS), { minLength: 2, maxLength: 2 }),
  ).map(([shape, [first, second]]) =>
    shape.replace("@", () => first!).replace("@", () => second!)
  );
  // Few shapes a body, or nothing would repeat.
  const body = fc.array(payload, { minLength: 1, maxLength: 3 }).chain((few) =>
    fc.array(fc.oneof(fc.constantFrom(...few), payload), { maxLength: 12 })
  );

  fc.assert(
    fc.property(body, (payloads) => {
      const [read, parsed] = ["", "event: any\n"].map((type) =>
        decodePieces([
          new TextEncoder().encode(
            payloads.map((it) => `${type}data: ${it}\n\n`).join(""),
          ),
        ])
      );

      // Events with a type are never taken for repeating ones.
      assertEquals(read, parsed);
    }),
    { numRuns: 2_000 },
  );
});
