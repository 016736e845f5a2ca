// How a fused run is cancelled, rule by rule.
import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import type { StreamChunk } from "../../message.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts";
import { deferred } from "../../runtime/deferred.ts";
import { fuse } from "../../runtime/fuse.ts";
import { scriptedSource, see, task, textIn, turn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

type ChunkTransformer = Transformer<StreamChunk, StreamChunk>;

Deno.test("fuse() cancels from the consumer to the source, each with the reason", async () => {
  const journal: unknown[] = [];
  const source = scriptedSource([["a"]]);
  const watch = (name: string): ChunkTransformer => ({
    cancel: (reason) => void journal.push(name, reason),
  });
  const stream = toChunkStream(fuse(source, [watch("inner"), watch("outer")]));

  await stream.cancel("enough");

  assertEquals(journal, ["outer", "enough", "inner", "enough"]);
  assertEquals(source.cancels, ["enough"]);
});

Deno.test("fuse() cancels a stage between two that end over one chunk", async () => {
  const reasons: unknown[] = [];
  const source = scriptedSource([["a"], ["b"]]);
  const stream = toChunkStream(fuse(source, [
    {
      transform(chunk, controller) {
        controller.enqueue(chunk);
        controller.error("failed");
      },
    },
    { cancel: (reason) => void reasons.push(reason) },
    {
      transform(chunk, controller) {
        controller.enqueue(chunk);
        controller.terminate();
      },
    },
  ]));

  assertEquals(await see(stream), { texts: ["a"], end: "close" });
  assertEquals(reasons.map(String), ["TypeError: Stream was terminated"]);
  assertEquals(source.cancels.length, 1);
});

Deno.test("fuse() cancel() waits for the source", async () => {
  const stopped = deferred<void>();
  const source = scriptedSource([["a"]], { cancelled: stopped.promise });
  const stream = toChunkStream(fuse(source, [{}]));
  let cancelled = false;
  const done = stream.cancel().then(() => cancelled = true);
  await turn();
  assertEquals(cancelled, false);

  stopped.resolve();

  assert(await done);
});

Deno.test("fuse() cancel() rejects with the source's cancel failure", async () => {
  const error = new Error("No cancel");
  const source = scriptedSource([], { cancelled: Promise.reject(error) });
  const stream = toChunkStream(fuse(source, [{}]));

  assertStrictEquals(await assertRejects(() => stream.cancel()), error);
});

for (const how of ["throws", "rejects"] as const) {
  Deno.test(`fuse() cancel() rejects with what a stage's cancel ${how}, and stops the source`, async () => {
    const source = scriptedSource([]);
    const stream = toChunkStream(fuse(source, [{
      cancel() {
        if (how === "throws") throw "no cancel";
        return Promise.reject("no cancel");
      },
    }]));

    const failure = await stream.cancel("enough").catch((error) => error);

    assertEquals(failure, "no cancel");
    assertEquals(source.cancels, ["enough"]);
  });
}

Deno.test("fuse() drops what comes of a read that was cancelled", async () => {
  const late = deferred<string[]>();
  const journal: string[] = [];
  const reader = toChunkStream(
    fuse(scriptedSource([late.promise]), [{
      transform: (chunk) => void journal.push(textIn(chunk)),
    }]),
  ).getReader();
  const read = reader.read();
  await reader.cancel();

  late.resolve(["a"]);
  await turn();

  assertEquals((await read).done, true);
  assertEquals(journal, []);
});

Deno.test("fuse() leaves no rejection unhandled when nobody reads or asks", async () => {
  const failing = () => Promise.reject(new Error("Nobody hears this"));
  const source = scriptedSource([["a"]], { cancelled: failing() });

  // The test runner fails on a rejection that is left unhandled.
  fuse(source, [{ cancel: failing }, { start: failing }]);
  await task();

  assertEquals(source.cancels.length, 1);
});

Deno.test("fuse() cancel() ends a read that waits", async () => {
  const fused = fuse(scriptedSource([new Promise(() => {})]), [{}]);
  const read = fused.read();

  await fused.cancel("enough");

  assertEquals(await read, { chunks: [], done: true });
});

Deno.test("fuse() cancel() forgets what nobody read", async () => {
  const fused = fuse(scriptedSource([]), [{
    start: (controller) => controller.enqueue(text("early")),
  }]);

  await fused.cancel("enough");

  assertEquals(await fused.read(), { chunks: [], done: true });
});
