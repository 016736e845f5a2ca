/** Chunks as bytes, and back. @module */

import type { ChunkStream, StreamChunk } from "@dsh/llm";
import { textChunks, toolCallChunks } from "@dsh/llm/testing";
import {
  decodeNdjson,
  type DecodeOptions,
  decodeSse,
  encodeNdjson,
  encodeSse,
  type WireFormat,
} from "@dsh/llm/wire";
import type { ConformanceCase } from "../case.ts";
import { check, equal } from "../check.ts";
import { bytes, collect, failureIn, textIn } from "../kit.ts";

const CHUNKS = toolCallChunks([{ name: "add", arguments: { a: 1 } }], {
  reasoning: "Two lines:\r\n\u2028",
  text: ["Grüße ", "😀", "\n日本"],
  usage: { inputTokens: 3, outputTokens: 2 },
});

const CODECS = {
  sse: {
    encode: encodeSse,
    decode: decodeSse,
    event: (s: string) => `data: ${s}\n\n`,
  },
  ndjson: {
    encode: encodeNdjson,
    decode: decodeNdjson,
    event: (s: string) => `${s}\n`,
  },
};

async function written(format: WireFormat): Promise<Uint8Array<ArrayBuffer>> {
  const stream = source(CHUNKS).pipeThrough(CODECS[format].encode());
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function source(chunks: readonly StreamChunk[]): ChunkStream {
  let position = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[position++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  }, { highWaterMark: 0 });
}

/** Decodes a sound event and what follows it. */
async function decode(
  format: WireFormat,
  next: string | Uint8Array<ArrayBuffer>,
  options?: DecodeOptions,
): Promise<StreamChunk[]> {
  const { decode, event } = CODECS[format];
  const first = event('{"type":"text-delta","index":0,"text":"a"}');
  return await collect(decode(bytes(first, next), options));
}

const HOSTILE: Readonly<Record<string, string>> = {
  "an event that is no JSON": "{",
  "an event that is no object": "7",
  "a chunk of an unknown type": '{"type":"shout"}',
  "a chunk with a wrong field": '{"type":"text-delta","index":-1,"text":"b"}',
  "an event that is nested deeply":
    `{"type":"block-end","index":0,"block":{"type":"x","y":${
      "[".repeat(1_000)
    }${"]".repeat(1_000)}}}`,
};

/** Cases of both formats. */
export const CODEC: readonly ConformanceCase[] = (["sse", "ndjson"] as const)
  .flatMap((format): ConformanceCase[] => [
    {
      name: `${format} gives back what was written`,
      async run() {
        const body = bytes(await written(format));

        equal(await collect(CODECS[format].decode(body)), CHUNKS);
      },
    },
    {
      name: `${format} gives back what was cut at every byte`,
      async run() {
        const body = await written(format);
        const parts = Array.from(body, (byte) => Uint8Array.of(byte));

        equal(await collect(CODECS[format].decode(bytes(...parts))), CHUNKS);
      },
    },
    {
      name: `${format} keeps marks of byte order that are part of a text`,
      async run() {
        const { event, decode } = CODECS[format];
        const [before, after] = event(
          '{"type":"text-delta","index":0,"text":"a\ufeffb"}',
        ).split("\ufeff");

        const chunks = await collect(
          decode(bytes(before!, `\ufeff${after}`)),
        );

        equal(textIn(chunks), "a\ufeffb");
      },
    },
    {
      name: `${format} writes no end of a line inside of an event`,
      async run() {
        const text = "1\r\n2\u20283\u20294\u00855";
        const chunks = textChunks(text);

        const body = await new Response(
          source(chunks).pipeThrough(CODECS[format].encode()),
        ).text();

        equal(body.match(/[\r\u0085\u2028\u2029]/), null);
        equal(body.split("\n").filter(Boolean).length, chunks.length);
      },
    },
    {
      name: `${format} drops what comes behind the finish`,
      async run() {
        const { event } = CODECS[format];
        const finish = '{"type":"finish","reason":{"kind":"stop"}}';
        const late = '{"type":"text-delta","index":0,"text":"late"}';

        const chunks = await decode(format, event(finish) + event(late));

        equal(chunks.map(({ type }) => type), ["text-delta", "finish"]);
      },
    },
    {
      name: `${format} leaves a body that stays open behind the finish`,
      async run() {
        const { event, decode } = CODECS[format];
        let left = false;
        const finish = event('{"type":"finish","reason":{"kind":"stop"}}');
        const body = new ReadableStream<Uint8Array>({
          start: (output) => output.enqueue(new TextEncoder().encode(finish)),
          cancel: () => void (left = true),
        });

        const chunks = await collect(decode(body));

        equal(chunks.map(({ type }) => type), ["finish"]);
        check(left, "the body was not cancelled");
      },
    },
    {
      name: `${format} leaves the replay state out unless it is asked for`,
      async run() {
        const chunks = textChunks("a", { replayState: { secret: 1 } });
        const { encode } = CODECS[format];

        const [without, within] = await Promise.all(
          [encode(), encode({ replayState: true })].map((encoder) =>
            new Response(source(chunks).pipeThrough(encoder)).text()
          ),
        );

        equal(without?.includes("secret"), false);
        equal(within?.includes("secret"), true);
      },
    },
    ...Object.entries(HOSTILE).map(([what, text]) => ({
      name: `${format} ends at ${what} in MALFORMED_RESPONSE`,
      async run() {
        const chunks = await decode(format, CODECS[format].event(text));

        equal(textIn(chunks), "a");
        equal(failureIn(chunks).code, "MALFORMED_RESPONSE");
      },
    })),
    {
      name: `${format} ends at an event that is too long in MALFORMED_RESPONSE`,
      async run() {
        const text = `{"type":"text-delta","index":0,"text":"${
          "b".repeat(1_000)
        }"}`;

        const chunks = await decode(format, CODECS[format].event(text), {
          maxEventLength: 100,
        });

        equal(textIn(chunks), "a");
        equal(failureIn(chunks).code, "MALFORMED_RESPONSE");
      },
    },
    {
      name: `${format} sets no prototype of what it reads`,
      async run() {
        const text = '{"type":"usage","usage":{"inputTokens":1,' +
          '"outputTokens":1,"__proto__":{"evil":true}}}';

        const [, usage] = await decode(format, CODECS[format].event(text));

        equal(usage?.type, "usage");
        check(
          !("evil" in (usage as unknown as { usage: object }).usage),
          "set",
        );
        check(!("evil" in {}), "every object has it");
      },
    },
    {
      name: `${format} without a finish ends in STREAM_CLOSED`,
      async run() {
        const chunks = await decode(format, "");

        equal(textIn(chunks), "a");
        equal(failureIn(chunks).code, "STREAM_CLOSED");
      },
    },
    {
      name: `${format} whose body fails ends in STREAM_CLOSED`,
      async run() {
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => controller.error(new Error("Reset")),
        });

        const chunks = await collect(CODECS[format].decode(body));

        equal(failureIn(chunks).code, "STREAM_CLOSED");
      },
    },
    {
      name: `${format} replaces bytes that are no text`,
      async run() {
        const encoder = new TextEncoder();
        const { event } = CODECS[format];
        const body = encoder.encode(
          event('{"type":"text-delta","index":0,"text":"?"}'),
        );
        body[body.indexOf("?".charCodeAt(0))] = 0xff;

        equal(textIn(await decode(format, body)), "a\ufffd");
      },
    },
    {
      name: `${format} cancels the body of a reader who leaves`,
      async run() {
        const reasons: unknown[] = [];
        const body = new ReadableStream<Uint8Array>({
          cancel: (reason) => void reasons.push(reason),
        });
        const reader = CODECS[format].decode(body).getReader();
        const waiting = reader.read();

        await reader.cancel("enough");

        equal((await waiting).done, true);
        equal(reasons, ["enough"]);
      },
    },
  ]);
