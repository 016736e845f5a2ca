import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { answerSource } from "../../runtime/answer_source.ts";
import type { ChunkSource } from "../../runtime/chunk_source.ts";
import { type Deferred, deferred } from "../../runtime/deferred.ts";
import { scriptedSource, task, turn } from "./_scripted_source.ts";
import { text, type WatchedSignal, watchedSignal } from "./_stub_adapter.ts";

/** What became of a promise by now. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  let settled: unknown = "pending";
  promise.then(
    (value) => settled = { value },
    (error) => settled = { error },
  );
  await turn();
  return settled;
}

/** Lets the next task come. */
async function nextTask(time: FakeTime): Promise<void> {
  time.next();
  await turn();
}

/** A source that waits for an answer, under a signal. */
function waiting(): {
  answer: Deferred<ChunkSource>;
  watched: WatchedSignal;
  source: ChunkSource;
} {
  const answer = deferred<ChunkSource>();
  const watched = watchedSignal();
  const source = answerSource(answer.promise, [undefined, watched.signal]);
  return { answer, watched, source };
}

Deno.test("answerSource() reads and cancels the source it waited for", async () => {
  const { answer, source } = waiting();
  const own = scriptedSource([["a"]]);

  const read = source.read();
  answer.resolve(own);
  const batch = await read;
  await source.cancel("enough");

  assertEquals(batch, { chunks: [text("a")], done: false });
  assertEquals(own.cancels, ["enough"]);
});

Deno.test("answerSource() lets its signals go once it has its answer", async () => {
  const { answer, watched } = waiting();
  assertStrictEquals(watched.listeners(), 1);

  answer.resolve(scriptedSource([]));
  await turn();

  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("answerSource() lets its signals go once it has a failure", async () => {
  const { answer, watched } = waiting();

  answer.reject(new Error("No answer"));
  await turn();

  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("answerSource() keeps no consumer that leaves waiting", async () => {
  const { source, watched } = waiting();
  const read = source.read();

  const cancel = source.cancel("enough");

  assertEquals(await outcome(cancel), { value: undefined });
  assertEquals(await outcome(read), { value: { chunks: [], done: true } });
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("answerSource() takes a second cancel for nothing", async () => {
  const { source } = waiting();

  await source.cancel("enough");

  assertEquals(await outcome(source.cancel("again")), { value: undefined });
});

Deno.test("answerSource() cancels what comes after its consumer left, unread", async () => {
  const { answer, source } = waiting();
  const own = scriptedSource([["a"]]);
  await source.cancel("enough");

  answer.resolve(own);
  await turn();

  assertEquals(own.cancels, ["enough"]);
  assertStrictEquals(own.reads, 0);
});

Deno.test("answerSource() starts no read that was cancelled at once", async () => {
  const own = scriptedSource([["a"]]);
  const source = answerSource(Promise.resolve(own), []);
  await turn();

  const read = source.read();
  await source.cancel("enough");

  assertEquals(await read, { chunks: [], done: true });
  assertEquals(own.cancels, ["enough"]);
  assertStrictEquals(own.reads, 0);
});

Deno.test("answerSource() leaves no failure that comes after its consumer left unhandled", async () => {
  const { answer, source } = waiting();
  await source.cancel("enough");
  const own = scriptedSource([], {
    cancelled: Promise.reject(new Error("No")),
  });

  answer.resolve(own);
  // The test runner fails on a rejection that is left unhandled.
  await task();

  assertEquals(own.cancels, ["enough"]);
});

Deno.test("answerSource() ends the wait with the reason of an abort", async () => {
  using time = new FakeTime();
  const { source, watched } = waiting();
  const read = source.read();
  const reason = new Error("Caller left");

  watched.abort(reason);
  await nextTask(time);
  assertEquals(await outcome(read), "pending");
  await nextTask(time);

  assertEquals(await outcome(read), { error: reason });
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("answerSource() ends the wait under a signal that was aborted before", async () => {
  using time = new FakeTime();
  const reason = new Error("Caller left");
  const { promise } = deferred<ChunkSource>();
  const source = answerSource(promise, [AbortSignal.abort(reason)]);
  const read = source.read();

  await nextTask(time);
  await nextTask(time);

  assertEquals(await outcome(read), { error: reason });
});

Deno.test("answerSource() takes an answer that comes by the task after an abort", async () => {
  using time = new FakeTime();
  const { answer, source, watched } = waiting();
  const read = source.read();

  watched.abort();
  await nextTask(time);
  answer.resolve(scriptedSource([["a"]]));

  assertEquals(await outcome(read), {
    value: { chunks: [text("a")], done: false },
  });
  assertStrictEquals(time.next(), false);
});

Deno.test("answerSource() cancels what comes after an abort with its reason", async () => {
  using time = new FakeTime();
  const { answer, watched } = waiting();
  const own = scriptedSource([["a"]]);
  watched.abort("left");
  await nextTask(time);
  await nextTask(time);

  answer.resolve(own);
  await turn();

  assertEquals(own.cancels, ["left"]);
  assertStrictEquals(own.reads, 0);
});

Deno.test("answerSource() swallows a rejection that comes after an abort", async () => {
  const { answer, source, watched } = waiting();
  const reason = new Error("Caller left");
  watched.abort(reason);
  await task();
  await task();

  answer.reject(new Error("Too late"));
  await task();

  assertEquals(await outcome(source.read()), { error: reason });
});
