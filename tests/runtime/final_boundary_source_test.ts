import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { LlmFailure } from "../../message.ts";
import {
  type ChunkBatch,
  type ChunkSource,
  END,
} from "../../runtime/chunk_source.ts";
import { deferred } from "../../runtime/deferred.ts";
import { FinalBoundary } from "../../runtime/final_boundary.ts";
import { endOf, STOP, text, watchedSignal } from "./_stub_adapter.ts";

function never(): Promise<never> {
  return new Promise(() => {});
}

/** A boundary in front of a source, and what surrounds it. */
function boundaryOf(
  read: ChunkSource["read"],
  signal?: AbortSignal,
): {
  boundary: FinalBoundary;
  calls: Set<FinalBoundary>;
  failures: LlmFailure[];
  preparations: AbortSignal[];
} {
  const calls = new Set<FinalBoundary>();
  const failures: LlmFailure[] = [];
  const preparations: AbortSignal[] = [];
  const source = { read, cancel: () => Promise.resolve() };
  const boundary = new FinalBoundary({
    signal,
    calls,
    prepare(preparation) {
      preparations.push(preparation);
      return Promise.resolve(() => source);
    },
    failed: (failure) => failures.push(failure),
  });
  return { boundary, calls, failures, preparations };
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

Deno.test("FinalBoundary leaves the signal of a preparation that ended alone", async () => {
  const { boundary, preparations } = boundaryOf(() =>
    Promise.resolve({ chunks: [STOP], done: true })
  );

  await boundary.read();

  assertEquals(preparations.map(({ aborted }) => aborted), [false]);
});

Deno.test("FinalBoundary tells of no failure where there is none", async () => {
  const { boundary, failures } = boundaryOf(() =>
    Promise.resolve({ chunks: [STOP], done: true })
  );

  await boundary.read();

  assertEquals(failures, []);
});

Deno.test("FinalBoundary tells of no failure that comes after its end", async () => {
  const late = deferred<ChunkBatch>();
  const { boundary, failures } = boundaryOf(() => late.promise);
  const reading = boundary.read();
  await Promise.resolve();
  await boundary.cancel("enough");

  const failure = { code: "SERVER", message: "Cannot go on" };
  const reason = { kind: "error", failure } as const;
  late.resolve({ chunks: [{ type: "finish", reason }], done: true });
  await late.promise;
  await Promise.resolve();

  assertStrictEquals(await reading, END);
  assertEquals(failures, []);
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

Deno.test("FinalBoundary aborted hears an adapter out that said much before", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const batches: ChunkBatch[] = [
    { chunks: Array(2_000).fill(text("a")), done: false },
    { chunks: [STOP], done: true },
  ];
  const { boundary } = boundaryOf(
    () => Promise.resolve(batches.shift()!),
    watched.signal,
  );
  await boundary.read();

  watched.abort();
  await time.tickAsync();

  assertEquals(await boundary.read(), { chunks: [STOP], done: true });
});
