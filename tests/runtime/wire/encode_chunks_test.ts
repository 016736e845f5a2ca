import { assertLess, assertStrictEquals } from "@std/assert";
import type { StreamChunk } from "../../../message.ts";
import {
  encodeChunks,
  MAX_BATCH,
} from "../../../runtime/wire/encode_chunks.ts";
import { task, turn } from "../_scripted_source.ts";
import { lines, sides, textOf } from "./_encoder_sides.ts";
import { pulled, STOP, streamOf, text } from "../_stub_adapter.ts";

Deno.test("encodeChunks() encodes what is piped through it", async () => {
  const stream = streamOf([text("a"), STOP]).pipeThrough(
    encodeChunks("ndjson", {}),
  );

  assertStrictEquals(
    await new Response(stream).text(),
    lines(text("a"), STOP),
  );
});

Deno.test("encodeChunks() frames chunks as it is told", async () => {
  const stream = streamOf([STOP]).pipeThrough(encodeChunks("sse", {}));

  assertStrictEquals(
    await new Response(stream).text(),
    `data: ${JSON.stringify(STOP)}\n\n`,
  );
});

for (const replayState of [undefined, false, true]) {
  Deno.test(`encodeChunks() heeds a "replayState" of ${replayState}`, async () => {
    const finish = { ...STOP, replayState: 1 };

    const stream = streamOf([finish]).pipeThrough(
      encodeChunks("ndjson", { replayState }),
    );

    assertStrictEquals(
      await new Response(stream).text(),
      lines(replayState ? finish : STOP),
    );
  });
}

Deno.test("encodeChunks() gives nothing for nothing", async () => {
  const stream = streamOf([]).pipeThrough(encodeChunks("sse", {}));

  assertStrictEquals(await new Response(stream).text(), "");
});

Deno.test("encodeChunks() hands over a chunk without waiting for the next", async () => {
  const { reader, writer } = sides();
  const read = reader.read();

  await writer.write(text("a"));

  assertStrictEquals(textOf((await read).value), lines(text("a")));
});

Deno.test("encodeChunks() hands over together what is written while a reader waits", async () => {
  const { reader, writer } = sides();
  const read = reader.read();
  const chunks = ["a", "b", "c"].map(text);

  for (const chunk of chunks) await writer.write(chunk);

  assertStrictEquals(textOf((await read).value), lines(...chunks));
});

Deno.test("encodeChunks() hands over together what a pipe brings at once", async () => {
  const chunks = Array.from({ length: 100 }, (_, k) => text(`${k}`));
  const source = new ReadableStream<StreamChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

  const pieces = await Array.fromAsync(
    source.pipeThrough(encodeChunks("ndjson", {})),
  );

  assertStrictEquals(pieces.map(textOf).join(""), lines(...chunks));
  assertLess(pieces.length, 5);
});

Deno.test("encodeChunks() keeps no reader waiting for a source that never pauses", async () => {
  const source = new ReadableStream<StreamChunk>({
    pull: (controller) => controller.enqueue(text("a")),
  });
  const reader = source.pipeThrough(encodeChunks("ndjson", {})).getReader();

  const { value } = await reader.read();

  assertStrictEquals(textOf(value), lines(text("a")).repeat(MAX_BATCH));
  await reader.cancel();
});

Deno.test("encodeChunks() takes a single chunk while no reader waits", async () => {
  const { reader, writer } = sides();
  let taken = 0;
  for (const chunk of ["a", "b", "c"].map(text)) {
    writer.write(chunk).then(() => taken++);
  }
  await turn();
  assertStrictEquals(taken, 0);

  const { value } = await reader.read();
  await turn();

  assertStrictEquals(textOf(value), lines(...["a", "b", "c"].map(text)));
  assertStrictEquals(taken, 3);
});

Deno.test("encodeChunks() pulls two chunks at most that no reader waits for", async () => {
  let pulls = 0;
  const source = pulled({
    pull: (controller) => controller.enqueue(text(`${pulls++}`)),
  });
  const reader = source.pipeThrough(encodeChunks("ndjson", {})).getReader();
  await turn();
  assertLess(pulls, 3);

  await reader.read();
  const before = pulls;
  await task();

  assertLess(pulls - before, 3);
  await reader.cancel();
});

Deno.test("encodeChunks() is writable no further than its one chunk", async () => {
  const { writer } = sides();
  assertStrictEquals(writer.desiredSize, 1);

  writer.write(text("a")).catch(() => {});
  await turn();

  assertStrictEquals(writer.desiredSize, 0);
  await writer.abort();
});

Deno.test("encodeChunks() serves readers that wait at once, one after the other", async () => {
  const { reader, writer } = sides();
  const reads = [reader.read(), reader.read()];

  await writer.write(text("a"));
  const first = await reads[0];
  await writer.write(text("b"));
  const second = await reads[1];

  assertStrictEquals(textOf(first?.value), lines(text("a")));
  assertStrictEquals(textOf(second?.value), lines(text("b")));
});

Deno.test("encodeChunks() closes after what was written", async () => {
  const { reader, writer } = sides();
  writer.write(text("a"));
  const closed = writer.close();

  assertStrictEquals(textOf((await reader.read()).value), lines(text("a")));
  assertStrictEquals((await reader.read()).done, true);
  await closed;
});

Deno.test("encodeChunks() closes without a reader", async () => {
  const { reader, writer } = sides();

  await writer.close();

  assertStrictEquals((await reader.read()).done, true);
});
