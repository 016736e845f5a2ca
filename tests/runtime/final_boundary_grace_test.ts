import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ChunkStream, StreamChunk } from "../../message.ts";
import {
  call,
  endOf,
  pulled,
  streamOf,
  text,
  watchedSignal,
} from "./_stub_adapter.ts";

const USAGE: StreamChunk = {
  type: "usage",
  usage: { inputTokens: 1, outputTokens: 2 },
};
const OWN_END: StreamChunk = {
  type: "finish",
  reason: {
    kind: "aborted",
    failure: { code: "ABORTED", message: "the adapter's own" },
  },
};

function never(): Promise<never> {
  return new Promise(() => {});
}

/** Lets the task after an abort come, and what follows from it. */
async function nextTask(time: FakeTime): Promise<void> {
  await time.tickAsync();
  await time.runMicrotasks();
}

/** An adapter that ends by itself when it hears of the abort. */
function endsByItself(later: (end: () => void) => void) {
  return ({ signal }: { signal?: AbortSignal | undefined }): ChunkStream =>
    pulled({
      start(controller) {
        signal?.addEventListener("abort", () =>
          later(() => {
            controller.enqueue(USAGE);
            controller.enqueue(OWN_END);
            controller.close();
          }), { once: true });
      },
      pull: never,
    });
}

for (
  const [name, later] of Object.entries({
    "at once": (end: () => void) => end(),
    "some microtasks later": async (end: () => void) => {
      for (let k = 0; k < 10; k++) await Promise.resolve();
      end();
    },
  })
) {
  Deno.test(`FinalBoundary lets an aborted adapter end by itself ${name}`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    const stream = call(endsByItself(later), { signal: watched.signal });
    const reading = Array.fromAsync(stream);
    await time.runMicrotasks();

    watched.abort();
    const chunks = await reading;

    assertEquals(chunks, [USAGE, OWN_END]);
    assertStrictEquals(time.next(), false);
  });
}

Deno.test("FinalBoundary lets an aborted adapter end by itself while nobody reads", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const stream = call((options) => {
    const own = endsByItself((end) => end())(options);
    // A first chunk, so that a read can end before the abort.
    return streamOf([text("a")], async (controller) => {
      for await (const chunk of own) controller.enqueue(chunk);
      controller.close();
    });
  }, { signal: watched.signal });
  const reader = stream.getReader();
  await reader.read();

  watched.abort();
  await nextTask(time);
  reader.releaseLock();

  assertEquals(await Array.fromAsync(stream), [USAGE, OWN_END]);
  assertStrictEquals(time.next(), false);
});

Deno.test("FinalBoundary drops what an aborted adapter says after the next task", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  let end = () => {};
  const stream = call(endsByItself((own) => end = own), {
    signal: watched.signal,
  });
  const reading = Array.fromAsync(stream);
  await time.runMicrotasks();

  watched.abort();
  await nextTask(time);
  try {
    end();
  } catch {
    // The stream is cancelled by now, as it should be.
  }
  const chunks = await reading;

  assertEquals(chunks.length, 1);
  assert(chunks[0] !== OWN_END);
  assertEquals(endOf(chunks), "aborted ABORTED");
});

Deno.test("FinalBoundary lets an aborted adapter say a thousand chunks before its own end", async () => {
  using time = new FakeTime();
  const watched = watchedSignal();
  const chunks = Array.from({ length: 1_000 }, () => text("a"));
  const stream = call(({ signal }) => {
    let aborted = () => {};
    const wait = new Promise<void>((resolve) => aborted = resolve);
    signal?.addEventListener("abort", aborted, { once: true });
    const left = [...chunks, OWN_END];
    return pulled({
      async pull(controller) {
        await wait;
        controller.enqueue(left.shift()!);
        if (left.length === 0) controller.close();
      },
    });
  }, { signal: watched.signal });
  const reading = Array.fromAsync(stream);
  await time.runMicrotasks();

  watched.abort();
  await time.runMicrotasks();

  // Before the next task: its own end came in time.
  assertStrictEquals(time.next(), false);
  assertEquals(await reading, [...chunks, OWN_END]);
});

for (const reads of [true, false]) {
  Deno.test(`FinalBoundary stops an aborted adapter that never stops producing, ${reads ? "read" : "unread"}`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    let produced = 0;
    let cancels = 0;
    const stream = call(() =>
      pulled({
        pull(controller) {
          // Fails rather than hangs where nothing holds it.
          if (produced++ > 100_000) controller.error(new Error("not stopped"));
          else controller.enqueue(text("a"));
        },
        cancel: () => void cancels++,
      }), { signal: watched.signal });
    const reader = stream.getReader();
    await reader.read();
    reader.releaseLock();

    watched.abort();
    const reading = reads ? Array.fromAsync(stream) : undefined;
    await nextTask(time);
    const chunks = await (reading ?? Array.fromAsync(stream));

    assertEquals(endOf(chunks), "aborted ABORTED");
    assert(produced < 10_000);
    assertStrictEquals(cancels, 1);
    assertStrictEquals(watched.listeners(), 0);
    assertStrictEquals(time.next(), false);
  });
}
