import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ChunkStream, FinishReason, StreamChunk } from "../../message.ts";
import { assemble } from "../../runtime/assemble.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts";
import { LlmError } from "../../runtime/error.ts";
import { finish, openStream, text } from "./_assembler_chunks.ts";

Deno.test("assemble() resolves to the folded response", async () => {
  const assembler = await assemble(
    ReadableStream.from([text(0, "Hel"), text(0, "lo"), finish("stop", "s")]),
  );

  assertEquals(assembler.blocks(), [{ type: "text", text: "Hello" }]);
  assertEquals(assembler.finish, { kind: "stop" });
  assertStrictEquals(assembler.replayState, "s");
});

const failure = { code: "SERVER", message: "down" };
const reasons: FinishReason[] = [
  { kind: "stop" },
  { kind: "tool-calls" },
  { kind: "max-tokens" },
  { kind: "aborted", failure },
  { kind: "error", failure },
];

for (const reason of reasons) {
  Deno.test(`assemble() resolves on a finish of kind ${reason.kind}`, async () => {
    const chunks: StreamChunk[] = [text(0, "a"), { type: "finish", reason }];

    const assembler = await assemble(ReadableStream.from(chunks));

    assertEquals(assembler.finish, reason);
    assertEquals(assembler.interruptedBlocks(), [{ type: "text", text: "a" }]);
  });
}

Deno.test("assemble() takes whole reads from a stream of this module", async () => {
  const reads = [[text(0, "a"), text(0, "b")], [finish("stop"), text(0, "c")]];
  let cancels = 0;
  const stream = toChunkStream({
    read: () =>
      Promise.resolve({ chunks: reads.shift()!, done: reads.length === 0 }),
    cancel: () => Promise.resolve(void cancels++),
  });

  const assembler = await assemble(stream);

  assertEquals(assembler.blocks(), [{ type: "text", text: "ab" }]);
  assertStrictEquals(cancels, 0);
});

Deno.test("assemble() cancels a stream that is still open in the next task", async () => {
  using time = new FakeTime();
  const { stream, cancels } = openStream([finish("stop")]);
  const response = assemble(stream);

  await time.tickAsync(0);

  await response;
  assertEquals(cancels.length, 1);
  assertFalse(time.next());
});

Deno.test("assemble() leaves no timer behind where the stream closes", async () => {
  using time = new FakeTime();

  await assemble(ReadableStream.from([finish("stop")]));

  assertFalse(time.next());
});

Deno.test("assemble() waits for no cancel", async () => {
  using time = new FakeTime();
  const never = new Promise<void>(() => {});
  const { stream, cancels } = openStream([finish("stop")], never);
  const response = assemble(stream);

  await time.tickAsync(0);

  await response;
  assertEquals(cancels.length, 1);
});

Deno.test("assemble() cancels a stream that goes on after its finish", async () => {
  let pulls = 0;
  const { promise: canceled, resolve } = Promise.withResolvers<void>();
  const stream = new ReadableStream<StreamChunk>({
    pull(controller) {
      controller.enqueue(pulls++ === 0 ? finish("stop") : text(0, "more"));
    },
    cancel: () => resolve(),
  }, { highWaterMark: 0 });

  const assembler = await assemble(stream);

  await canceled;
  assertEquals(assembler.blocks(), []);
  assert(pulls <= 2);
});

Deno.test("assemble() lets transforms on the way flush", async () => {
  const flushed: string[] = [];
  let stream: ChunkStream = ReadableStream.from([text(0, "a"), finish("stop")]);
  for (const name of ["inner", "middle", "outer"]) {
    stream = stream.pipeThrough(
      new TransformStream({ flush: () => void flushed.push(name) }),
    );
  }

  await assemble(stream);

  assertEquals(flushed, ["inner", "middle", "outer"]);
});

Deno.test("assemble() resolves if the stream fails after its finish", async () => {
  const chunks = [finish("stop")];
  const stream = new ReadableStream<StreamChunk>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) throw new Error("too late");
      controller.enqueue(chunk);
    },
  }, { highWaterMark: 0 });

  const assembler = await assemble(stream);

  assertEquals(assembler.finish, { kind: "stop" });
});

Deno.test("assemble() rejects with the stream's own error", async () => {
  const thrown = { not: "an error" };
  const stream = new ReadableStream<StreamChunk>({
    start: (controller) => controller.error(thrown),
  });

  const rejected = await assemble(stream).catch((error: unknown) => error);

  assertStrictEquals(rejected, thrown);
});

Deno.test("assemble() rejects with STREAM_CLOSED without a finish", async () => {
  const error = await assertRejects(
    () => assemble(ReadableStream.from([text(0, "a")])),
    LlmError,
    "Cannot assemble response: the stream ended before its finish",
  );

  assertStrictEquals(error.code, "STREAM_CLOSED");
});

Deno.test("assemble() rejects with STREAM_CLOSED on an empty stream", async () => {
  const error = await assertRejects(
    () => assemble(ReadableStream.from([])),
    LlmError,
  );

  assertStrictEquals(error.code, "STREAM_CLOSED");
});

Deno.test("assemble() cancels and rejects on a chunk of unknown type", async () => {
  const odd = { type: "unheard-of" } as unknown as StreamChunk;
  const { stream, cancels } = openStream([text(0, "a"), odd]);

  const error = await assertRejects(
    () => assemble(stream),
    TypeError,
    "Cannot handle stream chunk",
  );

  assertEquals(cancels, [error]);
});

for (const stream of [undefined, null, [], { getReader: true }]) {
  Deno.test(`assemble() throws at once for ${JSON.stringify(stream)}`, () => {
    assertThrows(
      () => void assemble(stream as unknown as ChunkStream),
      TypeError,
      'Cannot assemble response: "stream" must be a ReadableStream',
    );
  });
}

Deno.test("assemble() throws at once for a locked stream", () => {
  const { stream } = openStream([]);
  stream.getReader();

  assertThrows(
    () => void assemble(stream),
    TypeError,
    'Cannot assemble response: "stream" must be a ReadableStream that is not locked',
  );
});
