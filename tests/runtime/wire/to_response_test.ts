import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ChunkStream, StreamChunk } from "../../../message.ts";
import { toChunkStream } from "../../../runtime/chunk_source.ts";
import { toResponse } from "../../../runtime/wire/to_response.ts";
import { scriptedSource } from "../_scripted_source.ts";
import {
  pulled,
  STOP,
  streamOf,
  text,
  watchedSignal,
} from "../_stub_adapter.ts";
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

Deno.test("toResponse() reads nothing before its body is read", async () => {
  const source = scriptedSource([["a"]]);

  const response = toResponse(toChunkStream(source));
  await new Promise((resolve) => setTimeout(resolve, 0));

  assertStrictEquals(source.reads, 0);
  await response.body?.cancel();
});

for (
  const [format, keepAlive] of [
    ["sse", ": keep-alive\n\n"],
    ["ndjson", "\n"],
  ] as const
) {
  Deno.test(`toResponse() breaks a silence of 15 seconds in ${format}`, async () => {
    using time = new FakeTime();
    const response = toResponse(silent(), {
      format,
    });
    const reader = readerOf(response);
    let seen: string | undefined;

    const reading = readText(reader).then((text) => seen = text);
    await time.tickAsync(14_999);
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

Deno.test("toResponse() closes after the finish and cancels what stays open", async () => {
  using time = new FakeTime();
  const cancelled = Promise.withResolvers<unknown>();
  const chunks = [text("a"), STOP];
  const stream = pulled({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk !== undefined) controller.enqueue(chunk);
    },
    cancel: cancelled.resolve,
  });

  const body = await toResponse(stream).text();

  assertStrictEquals(body, `data: ${TEXT}\n\ndata: ${FINISH}\n\n`);
  assertStrictEquals(
    (await cancelled.promise as Error).message,
    "Call has finished",
  );
  assertFalse(time.next());
});

Deno.test("toResponse() sends nothing that comes with the finish but after it", async () => {
  const stream = toChunkStream({
    read: () => Promise.resolve({ chunks: [STOP, text("a")], done: true }),
    cancel: () => Promise.reject(new Error("Not wanted")),
  });

  const body = await toResponse(stream).text();

  assertStrictEquals(body, `data: ${FINISH}\n\n`);
});

Deno.test("toResponse() finishes though what stays open cannot be cancelled", async () => {
  const chunks = [STOP];
  const stream = pulled({
    pull: (controller) => controller.enqueue(chunks.shift()!),
    cancel() {
      throw new Error("stuck");
    },
  });

  const body = await toResponse(stream).text();

  assertStrictEquals(body, `data: ${FINISH}\n\n`);
});

Deno.test("toResponse() does not cancel a stream that closed with its finish", async () => {
  const source = scriptedSource([["a"]]);

  const body = await toResponse(toChunkStream(source)).text();

  assertStrictEquals(body, `data: ${TEXT}\n\n`);
  assertEquals(source.cancels, []);
});

Deno.test("toResponse() fails its body with the stream, after what came before", async () => {
  const failure = new Error("of a listener");
  const source = scriptedSource([["a"]], { failure: { error: failure } });
  const reader = readerOf(toResponse(toChunkStream(source)));

  const first = await readText(reader);
  const error = await assertRejects(() => reader.read());

  assertStrictEquals(first, `data: ${TEXT}\n\n`);
  assertStrictEquals(error, failure);
});

for (
  const [what, chunk] of [
    ["a chunk that is not JSON", {
      type: "block-end",
      index: 0,
      block: { type: "big", value: 1n },
    }],
    ["a chunk that is none", null],
  ] as [string, unknown][]
) {
  Deno.test(`toResponse() fails its body at ${what}, and cancels the stream`, async () => {
    const cancelled = Promise.withResolvers<unknown>();
    const stream = pulled({
      pull: (controller) => controller.enqueue(chunk as StreamChunk),
      cancel: cancelled.resolve,
    });

    const error = await assertRejects(() => toResponse(stream).text());

    assertStrictEquals(await cancelled.promise, error);
    assertStrictEquals(error instanceof TypeError, true);
  });
}

Deno.test("toResponse() cancels the stream with its body", async () => {
  const source = scriptedSource([["a"]]);
  const response = toResponse(toChunkStream(source));

  await response.body?.cancel("gone");

  assertEquals(source.cancels, ["gone"]);
});

Deno.test("toResponse() cancels the stream with its signal", async () => {
  using time = new FakeTime();
  const source = scriptedSource([new Promise(() => {})]);
  const watched = watchedSignal();
  const { signal } = watched;
  const reader = readerOf(toResponse(toChunkStream(source), { signal }));

  const reading = assertRejects(() => reader.read());
  watched.abort("gone");

  assertStrictEquals(await reading, "gone");
  assertEquals(source.cancels, ["gone"]);
  assertFalse(time.next());
});

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
