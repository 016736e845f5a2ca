import { assertFalse, assertStrictEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ChunkStream, StreamChunk } from "../../../message.ts";
import { toChunkStream } from "../../../runtime/chunk_source.ts";
import { toResponse } from "../../../runtime/wire/to_response.ts";
import { scriptedSource, task } from "../_scripted_source.ts";
import { pulled, STOP, streamOf, text } from "../_stub_adapter.ts";
import { readText } from "./_byte_source.ts";

const TEXT = '{"type":"text-delta","index":0,"text":"a"}';
const FINISH = '{"type":"finish","reason":{"kind":"stop"}}';

function readerOf(
  response: Response,
): ReadableStreamDefaultReader<Uint8Array> {
  return response.body!.getReader();
}

function silent(): ChunkStream {
  return pulled({ pull: () => new Promise(() => {}) });
}

Deno.test("toResponse() writes an event for each chunk", async () => {
  const response = toResponse(streamOf([text("a"), STOP]));

  const body = await response.text();

  assertStrictEquals(body, `data: ${TEXT}\n\ndata: ${FINISH}\n\n`);
});

Deno.test("toResponse() writes a line for each chunk if it is told to", async () => {
  const response = toResponse(streamOf([text("a"), STOP]), {
    format: "ndjson",
  });

  const body = await response.text();

  assertStrictEquals(body, `${TEXT}\n${FINISH}\n`);
});

Deno.test("toResponse() sends what one network read brought at once", async () => {
  const source = scriptedSource([["a", "a"], ["a"]]);
  const reader = readerOf(toResponse(toChunkStream(source)));

  const first = await readText(reader);

  assertStrictEquals(first, `data: ${TEXT}\n\n`.repeat(2));
  assertStrictEquals(source.reads, 1);
  await reader.cancel();
});

Deno.test("toResponse() answers with the status and the headers it is given", async () => {
  const response = toResponse(streamOf([STOP]), {
    status: 201,
    headers: { "x-trace": "1" },
  });

  assertStrictEquals(response.status, 201);
  assertStrictEquals(response.headers.get("x-trace"), "1");
  assertStrictEquals(response.headers.get("x-accel-buffering"), "no");
  await response.body?.cancel();
});

Deno.test("toResponse() reads nothing before its body is read", async () => {
  const source = scriptedSource([["a"]]);

  const response = toResponse(toChunkStream(source));
  await task();

  assertStrictEquals(source.reads, 0);
  await response.body?.cancel();
});

Deno.test("toResponse() sends a comment at once where there is nothing else to send", async () => {
  using time = new FakeTime();
  const reader = readerOf(toResponse(silent()));

  const reading = readText(reader);
  await time.tickAsync(0);

  assertStrictEquals(await reading, ": keep-alive\n\n");
  await reader.cancel();
  assertFalse(time.next());
});

for (
  const [format, keepAlive] of [
    ["sse", ": keep-alive\n\n"],
    ["ndjson", "\n"],
  ] as const
) {
  Deno.test(`toResponse() breaks a silence of 5 seconds in ${format}`, async () => {
    using time = new FakeTime();
    const response = toResponse(silent(), {
      format,
    });
    const reader = readerOf(response);
    let seen: string | undefined;
    if (format === "sse") {
      // What makes a server send the headers.
      const greeting = reader.read();
      await time.tickAsync(0);
      await greeting;
    }

    const reading = readText(reader).then((text) => seen = text);
    await time.tickAsync(4_999);
    await time.runMicrotasks();
    assertStrictEquals(seen, undefined);
    await time.tickAsync(1);

    assertStrictEquals(await reading, keepAlive);
    await reader.cancel();
    assertFalse(time.next());
  });
}

Deno.test("toResponse() breaks silences of keepAliveMs", async () => {
  using time = new FakeTime();
  const reader = readerOf(
    toResponse(silent(), {
      keepAliveMs: 20,
    }),
  );

  const greeting = readText(reader);
  await time.tickAsync(0);
  await greeting;
  const reading = readText(reader);
  await time.tickAsync(20);

  assertStrictEquals(await reading, ": keep-alive\n\n");
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("toResponse() breaks no silence if keepAliveMs is false", async () => {
  using time = new FakeTime();
  const reader = readerOf(
    toResponse(silent(), {
      keepAliveMs: false,
    }),
  );

  const reading = readText(reader);
  await time.runMicrotasks();

  assertFalse(time.next());
  await reader.cancel();
  assertStrictEquals(await reading, "(end)");
});

for (
  const [replayState, end] of [
    [undefined, FINISH],
    [false, FINISH],
    [true, FINISH.replace(/}$/, ',"replayState":{"kind":"k","data":1}}')],
  ] as const
) {
  Deno.test(`toResponse() with replayState ${replayState} sends ${end}`, async () => {
    const finish = { ...STOP, replayState: { kind: "k", data: 1 } };
    const response = toResponse(streamOf([finish as StreamChunk]), {
      replayState,
    });

    const body = await response.text();

    assertStrictEquals(body, `data: ${end}\n\n`);
  });
}

for (const stream of [undefined, null, {}, "text"]) {
  Deno.test(`toResponse() refuses ${JSON.stringify(stream)} for a stream`, () => {
    assertThrows(
      () => toResponse(stream as unknown as ChunkStream),
      TypeError,
      'Cannot make response: "stream" must be a ReadableStream',
    );
  });
}

Deno.test("toResponse() refuses a locked stream", () => {
  const stream = streamOf([STOP]);
  stream.getReader();

  assertThrows(
    () => toResponse(stream),
    TypeError,
    'Cannot make response: "stream" must be a ReadableStream that is not locked',
  );
});

Deno.test("toResponse() leaves the stream alone if it refuses an option", () => {
  const stream = streamOf([STOP]);

  assertThrows(() => toResponse(stream, { status: 204 }), RangeError);

  assertFalse(stream.locked);
});
