import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ChunkStream } from "../../message.ts";
import { LlmError } from "../../runtime/error.ts";
import {
  call,
  endOf,
  pulled,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
  text,
  watchedSignal,
} from "./_stub_adapter.ts";

function never(): Promise<never> {
  return new Promise(() => {});
}

/** A stream with one chunk that then hangs, and what its cancel does. */
function cancellable(cancel: (reason: unknown) => unknown): ChunkStream {
  let pulls = 0;
  return pulled({
    pull: (controller) =>
      pulls++ === 0 ? controller.enqueue(text("a")) : never(),
    cancel: (reason) => cancel(reason) as Promise<void>,
  });
}

Deno.test("FinalBoundary reads nothing before it is read, and no more than asked", async () => {
  using time = new FakeTime();
  let pulls = 0;
  const stream = call(() =>
    pulled({
      pull(controller) {
        pulls++;
        controller.enqueue(text("a"));
      },
    })
  );
  const reader = stream.getReader();
  await time.runMicrotasks();
  assertStrictEquals(pulls, 0);

  await reader.read();
  await time.runMicrotasks();

  assertStrictEquals(pulls, 1);
});

Deno.test("FinalBoundary hands the consumer's reason to the adapter", async () => {
  const watched = watchedSignal();
  const reasons: unknown[] = [];
  const stream = call(
    () => cancellable((reason) => reasons.push(reason)),
    { signal: watched.signal },
  );
  const reader = stream.getReader();
  await reader.read();

  await reader.cancel("enough");

  assertEquals(reasons, ["enough"]);
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("FinalBoundary cancelled waits for the adapter", async () => {
  using time = new FakeTime();
  const gate = Promise.withResolvers<void>();
  const stream = call(() => cancellable(() => gate.promise));
  const reader = stream.getReader();
  await reader.read();
  let settled = false;

  const cancelling = reader.cancel().then(() => settled = true);
  await time.runMicrotasks();
  assertStrictEquals(settled, false);
  gate.resolve();

  assertStrictEquals(await cancelling, true);
});

Deno.test("FinalBoundary cancelled rejects with the adapter's own failure", async () => {
  const error = new Error("cancel");
  const stream = call(() => cancellable(() => Promise.reject(error)));
  const reader = stream.getReader();
  await reader.read();

  const thrown = await assertRejects(() => reader.cancel());

  assertStrictEquals(thrown, error);
});

Deno.test("FinalBoundary cancelled during a read ends it and stops the adapter", async () => {
  using time = new FakeTime();
  const error = new Error("cancel");
  const stream = call(() => cancellable(() => Promise.reject(error)));
  const reader = stream.getReader();
  await reader.read();
  const reading = reader.read();
  await time.runMicrotasks();

  const thrown = await assertRejects(() => reader.cancel());

  assertStrictEquals(thrown, error);
  assertStrictEquals((await reading).done, true);
});

Deno.test("FinalBoundary cancelled before the first read never reaches the adapter", async () => {
  let prepared = 0;
  const runtime = runtimeOf(stubAdapter(() => streamOf([STOP]), {
    prepareCall: () => {
      prepared++;
      return never();
    },
  }));

  await runtime.stream(REQUEST).cancel();

  assertStrictEquals(prepared, 0);
});

Deno.test("FinalBoundary cancelled during preparation stops it and starts nothing", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  let preparation: AbortSignal | undefined;
  let started = 0;
  const adapter = stubAdapter(() => {
    started++;
    return streamOf([STOP]);
  });
  const prepare = adapter.prepareCall.bind(adapter);
  const gate = Promise.withResolvers<void>();
  adapter.prepareCall = async (provider, model, signal) => {
    preparation = signal;
    await gate.promise;
    return await prepare(provider, model, signal);
  };
  const reader = runtimeOf(adapter)
    .stream({ ...REQUEST, signal: watched.signal }).getReader();
  const reading = reader.read();
  await time.runMicrotasks();

  await reader.cancel("enough");
  gate.resolve();
  await time.runMicrotasks();

  assertStrictEquals((await reading).done, true);
  assertStrictEquals(preparation?.reason, "enough");
  assertStrictEquals(started, 0);
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("FinalBoundary cancelled as preparation ends rejects with the failure of what was started", async () => {
  const error = new Error("cancel");
  let settledAt: number[] = [];

  // Whichever microtask the cancel comes in, what was started is stopped, and
  // the consumer learns how that went.
  for (let delay = 0; delay < 12; delay++) {
    let started = 0;
    let cancelled = 0;
    const reader = call(() => {
      started++;
      return cancellable(() => {
        cancelled++;
        return Promise.reject(error);
      });
    }).getReader();
    reader.read();
    for (let k = 0; k < delay; k++) await Promise.resolve();

    const outcome = await reader.cancel().catch((reason) => reason);

    assertStrictEquals(cancelled, started);
    assertStrictEquals(outcome, started > 0 ? error : undefined);
    settledAt = [...settledAt, started];
  }

  assertEquals(new Set(settledAt), new Set([0, 1]));
});

Deno.test("FinalBoundary cancelled after an abort leaves no timer", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const reasons: unknown[] = [];
  const stream = call(
    () => cancellable((reason) => reasons.push(reason)),
    { signal: watched.signal },
  );
  const reader = stream.getReader();
  await reader.read();

  watched.abort("abort");
  await reader.cancel("cancel");

  assertEquals(reasons, ["cancel"]);
  assertStrictEquals(time.next(), false);
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("FinalBoundary left by a for await loop stops the adapter", async () => {
  const reasons: unknown[] = [];

  for await (
    const _ of call(() => cancellable((reason) => reasons.push(reason)))
  ) break;

  assertEquals(reasons.length, 1);
});

Deno.test("FinalBoundary closed during preparation ends aborted and stops it", async () => {
  using time = new FakeTime();
  let preparation: AbortSignal | undefined;
  const runtime = runtimeOf(stubAdapter(() => streamOf([STOP]), {
    prepareCall(_provider, _model, signal) {
      preparation = signal;
      return never();
    },
  }));
  const reading = Array.fromAsync(runtime.stream(REQUEST));
  await time.runMicrotasks();

  runtime.close();

  assertEquals(endOf(await reading), "aborted ABORTED");
  assertStrictEquals(preparation?.aborted, true);
});

for (const reads of [true, false]) {
  Deno.test(`FinalBoundary closed while ${reads ? "read" : "nobody reads"} ends aborted and cancels the adapter`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    const reasons: unknown[] = [];
    const runtime = runtimeOf(stubAdapter(() =>
      cancellable((reason) => {
        reasons.push(reason);
        return Promise.reject(new LlmError("Cannot cancel", "SERVER"));
      })
    ));
    const stream = runtime.stream({ ...REQUEST, signal: watched.signal });
    const reader = stream.getReader();
    await reader.read();
    reader.releaseLock();
    const reading = reads ? Array.fromAsync(stream) : undefined;
    await time.runMicrotasks();

    runtime.close();
    const chunks = await (reading ?? Array.fromAsync(stream));

    assertEquals(chunks.length, 1);
    assertEquals(endOf(chunks), "aborted ABORTED");
    assertEquals(reasons.length, 1);
    assertStrictEquals(watched.listeners(), 0);
    assertStrictEquals(time.next(), false);
  });
}
