import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type ChunkBatch,
  type ChunkSource,
  END,
} from "../../runtime/chunk_source.ts";
import { FinalBoundary } from "../../runtime/final_boundary.ts";
import { endOf, STOP, text, watchedSignal } from "./_stub_adapter.ts";

function never(): Promise<never> {
  return new Promise(() => {});
}

/** A boundary in front of a source, and the calls under way. */
function boundaryOf(
  read: ChunkSource["read"],
  signal?: AbortSignal,
): { boundary: FinalBoundary; calls: Set<FinalBoundary> } {
  const calls = new Set<FinalBoundary>();
  const source = { read, cancel: () => Promise.resolve() };
  const boundary = new FinalBoundary({
    signal,
    calls,
    prepare: () => Promise.resolve(() => source),
    failed: () => {},
  });
  return { boundary, calls };
}

Deno.test("FinalBoundary hands on a batch as the very object, with its end", async () => {
  const chunks = [text("a"), STOP];
  const { boundary } = boundaryOf(() =>
    Promise.resolve({ chunks, done: false })
  );

  const batch = await boundary.read();

  assertStrictEquals(batch.chunks, chunks);
  assertStrictEquals(batch.done, true);
  assertStrictEquals(await boundary.read(), END);
});

Deno.test("FinalBoundary counts as under way from its first read to its end", async () => {
  const { boundary, calls } = boundaryOf(() =>
    Promise.resolve({ chunks: [STOP], done: true })
  );
  assertStrictEquals(calls.size, 0);

  const reading = boundary.read();
  assertStrictEquals(calls.has(boundary), true);
  await reading;

  assertStrictEquals(calls.size, 0);
});

Deno.test("FinalBoundary cancelled settles the read under way", async () => {
  const { boundary, calls } = boundaryOf(never);
  const reading = boundary.read();

  await boundary.cancel("enough");

  assertStrictEquals(await reading, END);
  assertStrictEquals(calls.size, 0);
});

Deno.test("FinalBoundary aborted starts no read beside the one under way", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  let reads = 0;
  const { boundary } = boundaryOf(() => {
    reads++;
    return never();
  }, watched.signal);
  const reading = boundary.read();
  await time.runMicrotasks();

  watched.abort();
  await time.tickAsync();

  assertEquals(endOf((await reading).chunks), "aborted ABORTED");
  assertStrictEquals(reads, 1);
});

Deno.test("FinalBoundary aborted keeps what came in the grace for the next read", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const batches: ChunkBatch[] = ["a", "b", "c"].map((value) => ({
    chunks: [text(value)],
    done: false,
  }));
  const { boundary } = boundaryOf(
    () => batches.length > 0 ? Promise.resolve(batches.shift()!) : never(),
    watched.signal,
  );
  await boundary.read();

  watched.abort();
  await time.runMicrotasks();
  const grace = await boundary.read();
  const reading = boundary.read();
  await time.tickAsync();

  assertEquals(grace, { chunks: [text("b"), text("c")], done: false });
  assertEquals(endOf((await reading).chunks), "aborted ABORTED");
});
