import {
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { StreamChunk } from "../../message.ts";
import { takeChunkSource, toChunkStream } from "../../runtime/chunk_source.ts";
import { deferred } from "../../runtime/deferred.ts";
import { scriptedSource, see, textIn, turn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

Deno.test("toChunkStream() gives every chunk of every read, then closes", async () => {
  const stream = toChunkStream(scriptedSource([["a", "b"], ["c"]]));

  assertEquals(await see(stream), { texts: ["a", "b", "c"], end: "close" });
});

Deno.test("toChunkStream() closes with the chunks of the last read", async () => {
  const stream = toChunkStream({
    read: () => Promise.resolve({ chunks: [text("a")], done: true }),
    cancel: () => Promise.resolve(),
  });

  assertEquals(await see(stream), { texts: ["a"], end: "close" });
});

Deno.test("toChunkStream() reads its source once for each time it runs dry", async () => {
  const source = scriptedSource([["a", "b"], ["c"]]);
  const reader = toChunkStream(source).getReader();
  await turn();
  assertEquals(source.reads, 0);

  await reader.read();
  await reader.read();
  await turn();

  assertEquals(source.reads, 1);
});

Deno.test("toChunkStream() fails with the source's error after its chunks", async () => {
  const error = new Error("Reset");
  const source = scriptedSource([["a", "b"]], { failure: { error } });

  const { texts, end } = await see(toChunkStream(source));

  assertEquals(texts, ["a", "b"]);
  assertStrictEquals((end as { error: unknown }).error, error);
});

Deno.test("toChunkStream() cancels its source, once, with the reason", async () => {
  const source = scriptedSource([["a"]]);
  const stream = toChunkStream(source);

  await stream.cancel("enough");
  await stream.cancel("again");

  assertEquals(source.cancels, ["enough"]);
});

Deno.test("toChunkStream() cancel() rejects with the source's failure to stop", async () => {
  const error = new Error("No cancel");
  const source = scriptedSource([], { cancelled: Promise.reject(error) });

  const thrown = await assertRejects(() => toChunkStream(source).cancel());

  assertStrictEquals(thrown, error);
});

Deno.test("toChunkStream() takes a read that settles after a cancel for nothing", async () => {
  const late = deferred<string[]>();
  const reader = toChunkStream(scriptedSource([late.promise])).getReader();
  const read = reader.read();
  await reader.cancel();

  late.resolve(["a"]);
  await turn();

  assertEquals((await read).done, true);
});

Deno.test("takeChunkSource() gives back the source of a stream nobody read", () => {
  const source = scriptedSource([["a"]]);

  assertStrictEquals(takeChunkSource(toChunkStream(source)), source);
});

Deno.test("takeChunkSource() locks the stream it takes over", () => {
  const stream = toChunkStream(scriptedSource([["a"]]));

  takeChunkSource(stream);

  assertEquals(stream.locked, true);
});

Deno.test("takeChunkSource() refuses a locked stream", () => {
  const stream = toChunkStream(scriptedSource([["a"]]));
  stream.getReader();

  assertThrows(() => takeChunkSource(stream), TypeError);
});

Deno.test("takeChunkSource() refuses a stream it took over already", () => {
  const stream = toChunkStream(scriptedSource([["a"]]));
  takeChunkSource(stream);

  assertThrows(() => takeChunkSource(stream), TypeError);
});

Deno.test("takeChunkSource() loses nothing of a stream that was read in part", async () => {
  const stream = toChunkStream(scriptedSource([["a", "b", "c"], ["d"]]));
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();

  const rest = await see(toChunkStream(takeChunkSource(stream)));

  assertEquals(rest, { texts: ["b", "c", "d"], end: "close" });
});

Deno.test("takeChunkSource() loses nothing of a stream left while a read was under way", async () => {
  const late = deferred<string[]>();
  const stream = toChunkStream(scriptedSource([late.promise, ["c"]]));
  const reader = stream.getReader();
  const read = reader.read().catch(() => {});
  reader.releaseLock();
  await read;

  const rest = see(toChunkStream(takeChunkSource(stream)));
  late.resolve(["a", "b"]);

  assertEquals(await rest, { texts: ["a", "b", "c"], end: "close" });
});

Deno.test("takeChunkSource() finds the end of a cancelled stream", async () => {
  const source = scriptedSource([["a"]]);
  const stream = toChunkStream(source);
  await stream.cancel();

  assertEquals(await takeChunkSource(stream).read(), {
    chunks: [],
    done: true,
  });
  assertEquals(source.reads, 0);
});

Deno.test("takeChunkSource() finds the failure of an errored stream", async () => {
  const error = new Error("Reset");
  const stream = toChunkStream(scriptedSource([], { failure: { error } }));
  const reader = stream.getReader();
  await reader.read().catch(() => {});
  reader.releaseLock();

  const thrown = await assertRejects(() => takeChunkSource(stream).read());

  assertStrictEquals(thrown, error);
});

Deno.test("takeChunkSource() reads a foreign stream chunk by chunk", async () => {
  const taken = takeChunkSource(ReadableStream.from([text("a"), text("b")]));

  const first = await taken.read();
  const second = await taken.read();
  const third = await taken.read();

  assertEquals(first, { chunks: [text("a")], done: false });
  assertEquals(second.chunks.map(textIn), ["b"]);
  assertEquals(third, { chunks: [], done: true });
});

Deno.test("takeChunkSource() cancels a foreign stream with the reason", async () => {
  const reasons: unknown[] = [];
  const foreign = new ReadableStream<StreamChunk>({
    cancel: (reason) => void reasons.push(reason),
  });

  await takeChunkSource(foreign).cancel("enough");

  assertEquals(reasons, ["enough"]);
});
