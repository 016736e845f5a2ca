import { assert, assertEquals, assertRejects } from "@std/assert";
import { type BodyReader, readBody } from "../../runtime/read_body.ts";

async function textOf(reader: BodyReader): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (true) {
    const { value } = await reader.read();
    if (value === undefined) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

async function compress(
  text: string,
  format: CompressionFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream()
    .pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function reading(body: BodyInit, coding: string): BodyReader {
  const headers = { "content-encoding": coding };
  return readBody(new Response(body, { headers }))!;
}

/** Hands out one byte a read. */
function byteByByte(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
}

Deno.test("readBody() is undefined where there is no body", () => {
  assertEquals(readBody(new Response(null)), undefined);
});

Deno.test("readBody() reads plain bytes", async () => {
  assertEquals(await textOf(readBody(new Response("data: a"))!), "data: a");
});

for (
  const [coding, format] of [
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["deflate", "deflate"],
  ] as const
) {
  Deno.test(`readBody() decodes ${coding} that the runtime left alone`, async () => {
    const bytes = await compress("data: é", format);

    assertEquals(await textOf(reading(bytes, coding)), "data: é");
    assertEquals(await textOf(reading(byteByByte(bytes), coding)), "data: é");
  });

  for (const text of ["data: a", "\n: a", "{}", "\ufeffdata: a", ""]) {
    const name = JSON.stringify(text);
    Deno.test(`readBody() leaves ${name} alone that was ${coding} once`, async () => {
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

      const { value } = await reading(text, coding).read();

      assertEquals(decoder.decode(value), text);
    });
  }
}

Deno.test("readBody() leaves codings alone that it does not know", async () => {
  assertEquals(await textOf(reading("data: a", "identity")), "data: a");
});

Deno.test("readBody() rejects when compressed bytes are cut", async () => {
  const bytes = await compress("data: a".repeat(100), "gzip");

  await assertRejects(() => textOf(reading(bytes.subarray(0, -12), "gzip")));
});

Deno.test("readBody() cancels a body that it decodes", async () => {
  const bytes = await compress("data: a", "gzip");
  const reasons: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    cancel: (reason) => void reasons.push(reason),
  });
  const reader = reading(body, "gzip");
  const { value } = await reader.read();

  await reader.cancel("enough");

  assert(value !== undefined);
  assertEquals(reasons, ["enough"]);
});
