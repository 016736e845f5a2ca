import { assertInstanceOf, assertStrictEquals } from "@std/assert";
import type { StreamChunk } from "../../../message.ts";
import {
  encodeBatch,
  type EncodeBatchOptions,
} from "../../../runtime/wire/encode_batch.ts";
import { STOP, text } from "../_stub_adapter.ts";

function encode(
  chunks: readonly StreamChunk[],
  options: Partial<EncodeBatchOptions> = {},
): string {
  const { bytes, failed } = encodeBatch(chunks, {
    format: "sse",
    replayState: false,
    ...options,
  });
  assertStrictEquals(failed, undefined);
  return new TextDecoder().decode(bytes);
}

const A = '{"type":"text-delta","index":0,"text":"ä"}';
const END = '{"type":"finish","reason":{"kind":"stop"}}';

Deno.test("encodeBatch() makes an event of each chunk", () => {
  assertStrictEquals(
    encode([text("ä"), STOP]),
    `data: ${A}\n\ndata: ${END}\n\n`,
  );
});

Deno.test("encodeBatch() makes a line of each chunk", () => {
  assertStrictEquals(
    encode([text("ä"), STOP], { format: "ndjson" }),
    `${A}\n${END}\n`,
  );
});

for (const format of ["sse", "ndjson"] as const) {
  Deno.test(`encodeBatch() leaves replay state out of ${format} unless asked for it`, () => {
    const chunk = { ...STOP, replayState: { a: 1 } };

    const plain = encode([chunk], { format });
    const whole = encode([chunk], { format, replayState: true });

    assertStrictEquals(plain, encode([STOP], { format }));
    assertStrictEquals(
      whole,
      plain.replace('"stop"}', '"stop"},"replayState":{"a":1}'),
    );
  });
}

Deno.test("encodeBatch() keeps half a character, which bytes cannot hold", () => {
  assertStrictEquals(
    encode([text("\ud83d"), text("\ude00")], { format: "ndjson" }),
    '{"type":"text-delta","index":0,"text":"\\ud83d"}\n' +
      '{"type":"text-delta","index":0,"text":"\\ude00"}\n',
  );
});

Deno.test("encodeBatch() makes nothing of nothing", () => {
  assertStrictEquals(encode([]), "");
});

Deno.test("encodeBatch() ends before a chunk that is not JSON, and tells why", () => {
  const bad = { ...STOP, replayState: 1n };

  const { bytes, failed } = encodeBatch([text("ä"), bad, STOP], {
    format: "ndjson",
    replayState: true,
  });

  assertStrictEquals(new TextDecoder().decode(bytes), `${A}\n`);
  assertInstanceOf(failed?.error, TypeError);
});
