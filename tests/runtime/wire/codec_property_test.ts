import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "../../fast_check.ts";
import type { StreamChunk } from "../../../message.ts";
import { encodeNdjson } from "../../../runtime/wire/encode_ndjson.ts";
import { encodeSse } from "../../../runtime/wire/encode_sse.ts";
import { anyAnswer } from "./_any_chunk.ts";
import { FORMATS, joined } from "./_formats.ts";
import { manualBody } from "./_manual_body.ts";

/** A body of bytes that are cut at some places. */
function cutBody(
  bytes: Uint8Array<ArrayBuffer>,
  cuts: readonly number[],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { body, give, close } = manualBody();
  const places = cuts.map((cut) => cut % (bytes.length + 1));
  let start = 0;
  for (const end of [...places.sort((a, b) => a - b), bytes.length]) {
    give(bytes.slice(start, end));
    start = end;
  }
  close();
  return body;
}

function asJson(chunks: readonly StreamChunk[]): unknown {
  return JSON.parse(JSON.stringify(chunks));
}

/** Holds chunks to what is promised of every body. */
function assertEnds(chunks: readonly StreamChunk[]): void {
  const finishes = chunks.filter(({ type }) => type === "finish").length;
  assertStrictEquals(finishes, 1);
  assertStrictEquals(chunks.at(-1)?.type, "finish");
}

for (const { name, decode, bytes } of FORMATS) {
  Deno.test(`${name} gives any answer as it was encoded, wherever it is cut`, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAnswer(),
        fc.array(fc.nat()),
        async (answer, cuts) => {
          const body = cutBody(bytes(...answer), cuts);

          const chunks = await Array.fromAsync(decode(body));

          assertEquals(asJson(chunks), asJson(answer));
        },
      ),
    );
  });

  Deno.test(`${name} ends with one finish whatever bytes come, the same wherever they are cut`, async () => {
    const hostile = fc.uint8Array({ maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(
        anyAnswer(),
        hostile,
        fc.nat(),
        fc.nat({ max: 50 }),
        fc.array(fc.nat()),
        async (answer, foreign, at, skipped, cuts) => {
          const whole = bytes(...answer);
          const place = at % (whole.length + 1);
          const mangled = joined(
            whole.slice(0, place),
            foreign.slice(),
            whole.slice(place + skipped),
          );

          const chunks = await Array.fromAsync(decode(cutBody(mangled, [])));
          const cut = await Array.fromAsync(decode(cutBody(mangled, cuts)));

          assertEnds(chunks);
          assertEquals(cut, chunks);
        },
      ),
    );
  });
}

for (
  const [name, encode, format] of [
    ["encodeSse()", encodeSse, FORMATS[0]!],
    ["encodeNdjson()", encodeNdjson, FORMATS[1]!],
  ] as const
) {
  Deno.test(`${name} writes any answer as ${format.name} reads it`, async () => {
    await fc.assert(fc.asyncProperty(anyAnswer(), async (answer) => {
      const source = new ReadableStream<StreamChunk>({
        start(controller) {
          for (const chunk of answer) controller.enqueue(chunk);
          controller.close();
        },
      });

      const body = source.pipeThrough(encode({ replayState: true }));
      const chunks = await Array.fromAsync(format.decode(body));

      assertEquals(asJson(chunks), asJson(answer));
    }));
  });

  Deno.test(`${name} leaves out replay state`, async () => {
    const source = new ReadableStream<StreamChunk>({
      start(controller) {
        const reason = { kind: "stop" } as const;
        controller.enqueue({ type: "finish", reason, replayState: "secret" });
        controller.close();
      },
    });

    const text = await new Response(source.pipeThrough(encode())).text();

    assert(!text.includes("secret"));
  });
}

Deno.test("decodeSse() reads a large event in small reads", async () => {
  const text = "ä".repeat(1_000_000);
  const [{ decode, bytes }] = FORMATS as [typeof FORMATS[0]];
  const whole = bytes(
    { type: "text-delta", index: 0, text },
    { type: "finish", reason: { kind: "stop" } },
  );
  const cuts = Array.from({ length: whole.length / 200 }, (_, k) => k * 200);

  const [chunk] = await Array.fromAsync(decode(cutBody(whole, cuts)));

  assert(chunk?.type === "text-delta");
  assertStrictEquals(chunk.text.length, text.length);
});

Deno.test("decodeSse() reads an event of very many lines", async () => {
  const [{ decode }] = FORMATS as [typeof FORMATS[0]];
  const lines = "data:\n".repeat(300_000);
  const event =
    `data: {"type":"finish","reason":\n${lines}data: {"kind":"stop"}}\n\n`;
  const bytes = new TextEncoder().encode(event);

  const chunks = await Array.fromAsync(decode(cutBody(bytes, [])));

  assertEquals(chunks, [{ type: "finish", reason: { kind: "stop" } }]);
});
