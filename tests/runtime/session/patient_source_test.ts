import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type ChunkSource, END } from "../../../runtime/chunk_source.ts";
import { patientSource } from "../../../runtime/session/patient_source.ts";
import { watchedSignal } from "../_stub_adapter.ts";
import { delta } from "./_events.ts";

const BATCH = { chunks: [delta("a")], done: false };

/** A source that reads as it is told, and knows why it was cancelled. */
function sourceOf(
  read: ChunkSource["read"],
): ChunkSource & { readonly cancels: unknown[] } {
  const cancels: unknown[] = [];
  return {
    read,
    cancels,
    cancel(reason) {
      cancels.push(reason);
      return Promise.reject(new Error("cannot be cancelled"));
    },
  };
}

function never(): Promise<never> {
  return new Promise(() => {});
}

Deno.test("patientSource() passes on what it reads, and its failure", async () => {
  const bad = new Error("connection is lost");
  const results = [Promise.resolve(BATCH), Promise.reject(bad)];
  const { signal } = new AbortController();
  const source = patientSource(sourceOf(() => results.shift()!), signal);

  assertStrictEquals(await source.read(), BATCH);
  assertStrictEquals(await assertRejects(() => source.read()), bad);
});

Deno.test("patientSource() ends a read that hangs, at the second task after the abort", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const inner = sourceOf(never);
  const source = patientSource(inner, watched.signal);
  let ended = false;

  const read = source.read().finally(() => ended = true);
  watched.abort("enough");
  await time.nextAsync();
  const endedEarly = ended;
  await time.nextAsync();

  assertFalse(endedEarly);
  assertStrictEquals(await read, END);
  assertEquals(inner.cancels, ["enough"]);
  assertStrictEquals(await source.read(), END);
  assertEquals(watched.listeners(), 0);
  assertFalse(time.next());
});

Deno.test("patientSource() lets a source end by itself after an abort", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const inner = sourceOf(() => Promise.resolve(BATCH));
  const source = patientSource(inner, watched.signal);

  watched.abort();
  await time.nextAsync();

  assertStrictEquals(await source.read(), BATCH);
  source.release();
  assertEquals(inner.cancels, []);
  assertEquals(watched.listeners(), 0);
  assertFalse(time.next());
});

Deno.test("patientSource() ends one whose signal was aborted before", async () => {
  using time = new FakeTime();
  const inner = sourceOf(never);
  const source = patientSource(inner, AbortSignal.abort("before"));

  const read = source.read();
  await time.runAllAsync();

  assertStrictEquals(await read, END);
  assertEquals(inner.cancels, ["before"]);
  assertFalse(time.next());
});

Deno.test("patientSource() ends a source that never lets the next task come", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const inner = sourceOf(() => Promise.resolve(BATCH));
  const source = patientSource(inner, watched.signal);

  watched.abort("enough");
  let reads = 0;
  while (!(await source.read()).done) reads++;

  assertEquals(reads, 1_000);
  assertEquals(inner.cancels, ["enough"]);
  assertEquals(watched.listeners(), 0);
  assertFalse(time.next());
});

Deno.test("patientSource() cancels its source", async () => {
  const inner = sourceOf(never);
  const source = patientSource(inner, new AbortController().signal);

  await source.cancel("because").catch(() => {});

  assertEquals(inner.cancels, ["because"]);
});
