import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { llmErrorOf } from "../../runtime/call_record.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts";
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
  type WatchedSignal,
  watchedSignal,
} from "./_stub_adapter.ts";

function never(): Promise<never> {
  return new Promise(() => {});
}

/** Lets the task after an abort come, and what follows from it. */
async function nextTask(time: FakeTime): Promise<void> {
  await time.tickAsync();
  await time.runMicrotasks();
}

function assertLetGo(watched: WatchedSignal, time: FakeTime): void {
  assertStrictEquals(watched.listeners(), 0);
  assertStrictEquals(time.next(), false);
}

for (const when of ["before the call", "before the first read"]) {
  Deno.test(`FinalBoundary aborted ${when} never reaches the adapter`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    let reached = 0;
    const runtime = runtimeOf(stubAdapter(() => {
      throw reached++;
    }, {
      prepareCall() {
        reached++;
        return never();
      },
    }));

    if (when === "before the call") watched.abort();
    const stream = runtime.stream({ ...REQUEST, signal: watched.signal });
    watched.abort();
    const chunks = await Array.fromAsync(stream);

    assertEquals(chunks.length, 1);
    assertEquals(endOf(chunks), "aborted ABORTED");
    assertStrictEquals(reached, 0);
    assertLetGo(watched, time);
  });
}

Deno.test("FinalBoundary aborted during preparation ends at once and tells it why", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  let preparation: AbortSignal | undefined;
  let started = 0;
  const settled = Promise.withResolvers<never>();
  const runtime = runtimeOf(stubAdapter(() => {
    throw started++;
  }, {
    prepareCall(_provider, _model, signal) {
      preparation = signal;
      return settled.promise;
    },
  }));
  const stream = runtime.stream({ ...REQUEST, signal: watched.signal });
  const reading = Array.fromAsync(stream);
  await time.runMicrotasks();
  assertStrictEquals(preparation?.aborted, false);

  watched.abort("enough");
  const chunks = await reading;
  settled.reject(new Error("late"));
  await time.runMicrotasks();

  assertEquals(chunks.length, 1);
  assertEquals(endOf(chunks), "aborted ABORTED");
  assertStrictEquals(preparation?.reason, "enough");
  assertStrictEquals(started, 0);
  assertLetGo(watched, time);
});

Deno.test("FinalBoundary aborted by the adapter as it starts stops what it started", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const cancels: unknown[] = [];
  const stream = call(() => {
    watched.abort();
    return pulled({ cancel: (reason) => void cancels.push(reason) });
  }, { signal: watched.signal });

  const chunks = await Array.fromAsync(stream);

  assertEquals(endOf(chunks), "aborted ABORTED");
  assertEquals(cancels.length, 1);
  assertLetGo(watched, time);
});

for (
  const [name, cancel] of Object.entries({
    "returns": () => {},
    "throws": () => {
      throw new Error("cancel");
    },
    "rejects": () => Promise.reject(new Error("cancel")),
    "hangs": never,
  })
) {
  Deno.test(`FinalBoundary aborted during a read that never settles ends where cancel ${name}`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    const reasons: unknown[] = [];
    const stream = call(() =>
      pulled({
        pull: never,
        cancel(reason) {
          reasons.push(reason);
          return cancel();
        },
      }), { signal: watched.signal });
    const reading = Array.fromAsync(stream);
    await time.runMicrotasks();

    watched.abort("enough");
    await time.runMicrotasks();
    assertEquals(reasons, []);
    await nextTask(time);
    const chunks = await reading;

    assertEquals(chunks.length, 1);
    assertEquals(endOf(chunks), "aborted ABORTED");
    assertEquals(reasons, ["enough"]);
    assertLetGo(watched, time);
  });
}

Deno.test("FinalBoundary aborted while nobody reads stops the adapter all the same", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const reasons: unknown[] = [];
  const stream = call(() =>
    pulled({
      pull: (controller) =>
        reasons.length === 0 && controller.desiredSize === 0
          ? controller.enqueue(text("a"))
          : never(),
      cancel: (reason) => void reasons.push(reason),
    }), { signal: watched.signal });
  const reader = stream.getReader();
  await reader.read();

  watched.abort("enough");
  await nextTask(time);

  assertEquals(reasons, ["enough"]);
  assertLetGo(watched, time);
  reader.releaseLock();
  assertEquals(endOf(await Array.fromAsync(stream)), "aborted ABORTED");
});

Deno.test("FinalBoundary aborted while chunks are queued delivers them first", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const left = [{ chunks: ["a", "b", "c"].map(text), done: false }];
  const stream = call(() =>
    toChunkStream({
      read: () => left.length > 0 ? Promise.resolve(left.shift()!) : never(),
      cancel: () => Promise.resolve(),
    }), { signal: watched.signal });
  const reader = stream.getReader();
  await reader.read();

  watched.abort();
  await nextTask(time);
  reader.releaseLock();
  const chunks = await Array.fromAsync(stream);

  assertEquals(chunks.slice(0, 2), [text("b"), text("c")]);
  assertEquals(chunks.length, 3);
  assertEquals(endOf(chunks), "aborted ABORTED");
  assertLetGo(watched, time);
});

Deno.test("FinalBoundary aborted after the finish changes nothing", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const stream = call(() => streamOf([text("a"), STOP]), {
    signal: watched.signal,
  });
  const reader = stream.getReader();
  await reader.read();
  await reader.read();

  watched.abort();

  assertLetGo(watched, time);
  assertStrictEquals((await reader.read()).done, true);
});

for (
  const [name, value, code] of [
    ["the reason of the signal", "enough", "ABORTED"],
    ["an error with a code", new LlmError("Cannot", "TRANSPORT"), "TRANSPORT"],
    ["any other error", new Error("other"), "UNKNOWN"],
  ] as const
) {
  Deno.test(`FinalBoundary aborted keeps the code of ${name}`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    const stream = call(({ signal }) =>
      pulled({
        start(controller) {
          signal?.addEventListener("abort", () => controller.error(value), {
            once: true,
          });
        },
      }), { signal: watched.signal });
    const reading = Array.fromAsync(stream);
    await time.runMicrotasks();

    watched.abort("enough");
    const chunks = await reading;

    assertEquals(endOf(chunks), `aborted ${code}`);
    assertStrictEquals(llmErrorOf(stream), value);
    assertStrictEquals(time.next(), false);
  });
}

Deno.test("FinalBoundary aborted takes a mere close as the adapter's end", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const stream = call(({ signal }) =>
    pulled({
      start(controller) {
        signal?.addEventListener("abort", () => controller.close());
      },
    }), { signal: watched.signal });
  const reading = Array.fromAsync(stream);
  await time.runMicrotasks();

  watched.abort();

  assertEquals(endOf(await reading), "aborted ABORTED");
  assertStrictEquals(time.next(), false);
});

Deno.test("FinalBoundary takes AbortSignal.timeout() for an abort", async () => {
  const stream = call(() => pulled({ pull: never }), {
    signal: AbortSignal.timeout(0),
  });

  const chunks = await Array.fromAsync(stream);

  assertEquals(endOf(chunks), "aborted ABORTED");
});
