import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type ChunkBatch,
  toChunkStream,
} from "../../../runtime/chunk_source.ts";
import { LlmError } from "../../../runtime/error.ts";
import { task } from "../_scripted_source.ts";
import {
  endOf,
  failureIn,
  pulled,
  STOP,
  streamOf,
  text,
  watchedSignal,
} from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";
import {
  ask,
  entriesOf,
  hanging,
  isSign,
  keep,
  readAll,
  readerOf,
  storeWith,
} from "./_keeping.ts";

const GRACE = { graceMs: 30_000 };

Deno.test("resumable() stops the call with the reason it is told", async () => {
  const provider = hanging();
  const { store, stop, done } = await keep(provider.stream);
  const reason = new Error("Enough");

  stop(reason);
  await done;
  const chunks = await readAll(store);

  assertStrictEquals(await provider.stopped, reason);
  assertEquals(endOf(chunks), "aborted ABORTED");
  assertEquals(
    failureIn(chunks).message,
    "Cannot complete call: it was stopped",
  );
});

Deno.test("resumable() stops the call with a reason of its own where it is told none", async () => {
  const provider = hanging();
  const { stop, done } = await keep(provider.stream);

  stop();
  await done;

  const reason = await provider.stopped;
  assert(reason instanceof LlmError);
  assertStrictEquals(reason.code, "ABORTED");
});

Deno.test("resumable() stops a call once, and after what came before", async () => {
  const provider = gatedProvider();
  const { store, stop, done } = await keep(provider.stream);
  const reader = await readerOf(store);
  provider.give(text("a"));
  await reader.read();

  stop();
  stop();
  await done;

  const chunks = await readAll(store);
  assertEquals(chunks.map(({ type }) => type), ["text-delta", "finish"]);
  await reader.cancel();
});

Deno.test("resumable() keeps nothing that comes of a stopped call", async () => {
  const batch = Promise.withResolvers<ChunkBatch>();
  const stream = toChunkStream({
    read: () => batch.promise,
    cancel: () => Promise.resolve(),
  });
  const { store, stop, done } = await keep(stream);

  stop();
  await done;
  batch.resolve({ chunks: [text("late")], done: false });
  await task();

  const [, finish, end, ...late] = await entriesOf(store);
  assertEquals(JSON.parse(finish!).type, "finish");
  assertEquals([end, ...late], ["end"]);
});

Deno.test("resumable() keeps what came before a chunk that is no JSON", async () => {
  const chunks = [text("a"), { type: "usage", usage: 1n } as never, STOP];
  const cancels: unknown[] = [];
  const { store, done } = await keep(toChunkStream({
    read: () => Promise.resolve({ chunks, done: false }),
    cancel: (reason) => Promise.resolve(void cancels.push(reason)),
  }));

  const error = await assertRejects(() => done, TypeError);
  const [first, ...rest] = await readAll(store);

  assertEquals(first, text("a"));
  assertEquals(endOf(rest), "error UNKNOWN");
  assertEquals(cancels, [error]);
});

Deno.test("resumable() stops nothing once the call has ended", async () => {
  const { store, stop, done } = await keep(streamOf([STOP]));
  await done;

  stop();

  assertEquals(await readAll(store), [STOP]);
});

Deno.test("resumable() stops the call when its signal aborts", async () => {
  const provider = hanging();
  const { signal, abort, listeners } = watchedSignal();
  const { store, done } = await keep(provider.stream, { signal });
  const reason = new Error("Enough");

  abort(reason);
  await done;
  const chunks = await readAll(store);

  assertStrictEquals(await provider.stopped, reason);
  assertEquals(endOf(chunks), "aborted ABORTED");
  assertEquals(
    failureIn(chunks).message,
    "Cannot complete call: its signal was aborted",
  );
  assertStrictEquals(listeners(), 0);
});

Deno.test("resumable() makes no call under a signal that was aborted", async () => {
  let pulls = 0;
  const stream = pulled({ pull: () => void pulls++ });

  const { store, done } = await keep(stream, { signal: AbortSignal.abort() });
  await done;

  assertEquals(endOf(await readAll(store)), "aborted ABORTED");
  assertStrictEquals(pulls, 0);
});

Deno.test("resumable() leaves no listener on the signal of a call that ended", async () => {
  const { signal, listeners, added } = watchedSignal();

  const { done } = await keep(streamOf([STOP]), { signal });
  await done;

  assertStrictEquals(added(), 1);
  assertStrictEquals(listeners(), 0);
});

Deno.test("resumable() stops a call that nobody reads", async () => {
  using time = new FakeTime();
  const provider = hanging();
  const { store, done } = await keep(provider.stream, GRACE);

  await time.tickAsync(30_000);
  await done;
  const chunks = await readAll(store);

  assertEquals(endOf(chunks), "aborted ABORTED");
  assertEquals(
    failureIn(chunks).message,
    "Cannot complete call: nobody reads it",
  );
  assertFalse(time.next());
});

Deno.test("resumable() goes on while somebody reads, however slowly", async () => {
  using time = new FakeTime();
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream, GRACE);
  // Reads nothing of it: a slow client.
  const { body } = await ask(store);

  for (let at = 0; at < 300; at++) await time.tickAsync(1_000);
  provider.give(STOP);
  await done;
  await body!.cancel();

  assertEquals(await readAll(store), [STOP]);
  assertFalse(time.next());
});

Deno.test("resumable() goes on though every other sign of a reader is lost", async () => {
  using time = new FakeTime();
  let signs = 0;
  const store = storeWith(({ append }) => ({
    append: (log, entries, options) =>
      isSign(log, entries) && signs++ % 2 === 1
        ? Promise.reject(new Error("Store is busy"))
        : append(log, entries, options),
  }));
  const provider = gatedProvider();
  const { done } = await keep(provider.stream, { ...GRACE, store });
  const { body } = await ask(store);

  for (let at = 0; at < 300; at++) await time.tickAsync(1_000);
  provider.give(STOP);
  await done;
  await body!.cancel();

  assertEquals(await readAll(store), [STOP]);
  assertFalse(time.next());
});

Deno.test("resumable() waits out the grace time from when the last reader left", async () => {
  using time = new FakeTime();
  const provider = hanging();
  const { store, done } = await keep(provider.stream, GRACE);
  const [first, second] = [await ask(store), await ask(store)];
  let stopped = false;
  done.then(() => stopped = true);

  await time.tickAsync(29_000);
  await first.body!.cancel();
  await time.tickAsync(29_000);
  await second.body!.cancel();
  await time.tickAsync(29_999);
  await time.runMicrotasks();
  const before = stopped;
  await time.tickAsync(1);
  await done;

  assertFalse(before);
  assertFalse(time.next());
});

Deno.test("resumable() goes on when a reader comes back in time", async () => {
  using time = new FakeTime();
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream, GRACE);

  for (let at = 0; at < 10; at++) {
    const { body } = await ask(store);
    await time.runMicrotasks();
    await body!.cancel();
    await time.tickAsync(29_000);
  }
  provider.give(STOP);
  await done;

  assertEquals(await readAll(store), [STOP]);
  assertFalse(time.next());
});
