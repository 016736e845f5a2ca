import {
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { StreamChunk } from "../../../message.ts";
import {
  type ChunkBatch,
  toChunkStream,
} from "../../../runtime/chunk_source.ts";
import { toResponse } from "../../../runtime/wire/to_response.ts";
import { scriptedSource, task } from "../_scripted_source.ts";
import { pulled, STOP, text, watchedSignal } from "../_stub_adapter.ts";
import { readText } from "./_byte_source.ts";

const TEXT = '{"type":"text-delta","index":0,"text":"a"}';
const FINISH = '{"type":"finish","reason":{"kind":"stop"}}';

Deno.test("toResponse() closes after the finish and cancels what stays open", async () => {
  const batches: ChunkBatch[] = [{ chunks: [text("a"), STOP], done: false }];
  const cancels: unknown[] = [];
  const stream = toChunkStream({
    // Nobody may wait for what comes after the finish.
    read: () =>
      Promise.resolve(batches.shift() ?? new Promise<never>(() => {})),
    cancel: (reason) => Promise.resolve(void cancels.push(reason)),
  });

  const body = await toResponse(stream).text();

  assertStrictEquals(body, `data: ${TEXT}\n\ndata: ${FINISH}\n\n`);
  assertEquals(cancels, [new Error("Call has finished")]);
});

Deno.test("toResponse() sends nothing that comes with the finish but after it", async () => {
  const cancels: unknown[] = [];
  const stream = toChunkStream({
    read: () => Promise.resolve({ chunks: [STOP, text("a")], done: true }),
    cancel: (reason) => Promise.resolve(void cancels.push(reason)),
  });

  const body = await toResponse(stream).text();

  assertStrictEquals(body, `data: ${FINISH}\n\n`);
  assertEquals(cancels, []);
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
  await task();

  assertStrictEquals(body, `data: ${FINISH}\n\n`);
});

Deno.test("toResponse() closes with a stream that has no finish", async () => {
  const source = scriptedSource([["a"]]);

  const body = await toResponse(toChunkStream(source)).text();

  assertStrictEquals(body, `data: ${TEXT}\n\n`);
  assertEquals(source.cancels, []);
});

Deno.test("toResponse() fails its body with the stream, after what came before", async () => {
  const failure = new Error("of a listener");
  const source = scriptedSource([["a"]], { failure: { error: failure } });
  const reader = toResponse(toChunkStream(source)).body!.getReader();

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
    assertInstanceOf(error, TypeError);
  });
}

for (
  const [what, bad] of [
    ["a chunk that is not JSON", { type: "usage", usage: 1n }],
    ["a chunk that is none", null],
  ] as [string, unknown][]
) {
  Deno.test(`toResponse() sends what came before ${what}, then fails`, async () => {
    const cancels: unknown[] = [];
    const chunks = [text("a"), bad as StreamChunk, STOP];
    const stream = toChunkStream({
      read: () => Promise.resolve({ chunks, done: false }),
      cancel: (reason) => Promise.resolve(void cancels.push(reason)),
    });
    const reader = toResponse(stream).body!.getReader();

    const first = await readText(reader);
    const error = await assertRejects(() => reader.read(), TypeError);

    assertStrictEquals(first, `data: ${TEXT}\n\n`);
    assertEquals(cancels, [error]);
  });
}

Deno.test("toResponse() cancels the stream with its body", async () => {
  const source = scriptedSource([["a"]]);
  const response = toResponse(toChunkStream(source));

  await response.body?.cancel("gone");

  assertEquals(source.cancels, ["gone"]);
});

Deno.test("toResponse() cancels the stream with its signal, and closes its body", async () => {
  using time = new FakeTime();
  const source = scriptedSource([new Promise(() => {})]);
  const watched = watchedSignal();
  const { signal } = watched;
  const reader = toResponse(toChunkStream(source), { signal }).body!
    .getReader();

  const reading = readText(reader);
  watched.abort("gone");

  assertStrictEquals(await reading, "(end)");
  assertEquals(source.cancels, ["gone"]);
  assertFalse(time.next());
});
