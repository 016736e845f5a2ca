// Whatever an adapter does, a call is chunks in order, then exactly one finish.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import fc from "../fast_check.ts";
import type { ChunkStream, StreamChunk } from "../../message.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts";
import { call, pulled, text, watchedSignal } from "./_stub_adapter.ts";

interface Plan {
  /** Chunks of each read. The last one may hold a finish, and more after it. */
  readonly reads: readonly (readonly ("text" | "finish" | "null")[])[];
  readonly end: "close" | "error" | "hang" | "close at once";
  /** Steps of the consumer before the signal aborts, if it does. */
  readonly abortAfter: number | undefined;
  readonly onAbort: "nothing" | "finish" | "error" | "close";
  readonly cancel: "returns" | "throws" | "rejects" | "hangs";
  /** Whether every read and chunk waits for a microtask or two. */
  readonly lazy: boolean;
}

const plans: fc.Arbitrary<Plan> = fc.record({
  reads: fc.array(
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constant("text" as const) },
        { weight: 1, arbitrary: fc.constant("finish" as const) },
        { weight: 1, arbitrary: fc.constant("null" as const) },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    { maxLength: 5 },
  ),
  end: fc.constantFrom<Plan["end"]>("close", "error", "hang", "close at once"),
  abortAfter: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
  onAbort: fc.constantFrom<Plan["onAbort"]>(
    "nothing",
    "finish",
    "error",
    "close",
  ),
  cancel: fc.constantFrom<Plan["cancel"]>(
    "returns",
    "throws",
    "rejects",
    "hangs",
  ),
  lazy: fc.boolean(),
});

function toChunk(kind: "text" | "finish" | "null", k: number): StreamChunk {
  if (kind === "text") return text(String(k));
  return kind === "finish"
    ? { type: "finish", reason: { kind: "stop" } }
    : null as unknown as StreamChunk;
}

/** What each read delivers, numbered throughout. */
function readsOf({ reads }: Plan): StreamChunk[][] {
  let k = 0;
  return reads.map((read) => read.map((kind) => toChunk(kind, k++)));
}

function cancelOf({ cancel }: Plan): Promise<void> {
  if (cancel === "throws") throw new Error("cancel");
  if (cancel === "rejects") return Promise.reject(new Error("cancel"));
  return cancel === "hangs" ? new Promise(() => {}) : Promise.resolve();
}

/** A plan as a stream of another's making, one chunk at a time. */
function foreign(plan: Plan, signal: AbortSignal): ChunkStream {
  const left = readsOf(plan).flat();
  let ended = false;
  return pulled({
    start(controller) {
      // Behind the back of the count: it is for what the boundary leaves.
      const { addEventListener } = EventTarget.prototype;
      addEventListener.call(signal, "abort", () => {
        if (ended || plan.onAbort === "nothing") return;
        ended = true;
        if (plan.onAbort === "error") controller.error(new Error("abort"));
        else {
          if (plan.onAbort === "finish") {
            controller.enqueue({
              type: "finish",
              reason: {
                kind: "aborted",
                failure: { code: "ABORTED", message: "own" },
              },
            });
          }
          controller.close();
        }
      });
    },
    async pull(controller) {
      if (plan.lazy) await Promise.resolve();
      if (ended) return;
      const chunk = left.shift();
      if (chunk !== undefined) controller.enqueue(chunk);
      const isOver = left.length === 0 &&
        (chunk === undefined || plan.end === "close at once");
      if (!isOver) return;
      if (plan.end === "hang") return await new Promise(() => {});
      ended = true;
      if (plan.end === "error") controller.error(new Error("end"));
      else controller.close();
    },
    cancel() {
      ended = true;
      return cancelOf(plan);
    },
  });
}

/** A plan as a stream of this module's making, a batch at a time. */
function batched(plan: Plan): ChunkStream {
  const left = readsOf(plan);
  return toChunkStream({
    async read() {
      if (plan.lazy) await Promise.resolve();
      const chunks = left.shift() ?? [];
      const over = left.length === 0;
      if (chunks.length > 0) {
        return { chunks, done: over && plan.end === "close at once" };
      }
      if (plan.end === "hang") await new Promise(() => {});
      if (plan.end === "error") throw new Error("end");
      return { chunks: [], done: true };
    },
    cancel: () => cancelOf(plan),
  });
}

async function run(
  plan: Plan,
  make: (plan: Plan, signal: AbortSignal) => ChunkStream,
): Promise<void> {
  using time = new FakeTime();
  const watched = watchedSignal();
  const { signal } = watched;
  const reader = call(() => make(plan, signal), { signal }).getReader();
  const received: StreamChunk[] = [];
  let over = false;
  let steps = 0;

  async function consume(): Promise<void> {
    while (!over) {
      if (steps++ === plan.abortAfter) watched.abort("enough");
      const { done, value } = await reader.read();
      if (done) over = true;
      else received.push(value);
    }
  }
  const consuming = consume();
  await time.tickAsync();
  await time.runMicrotasks();
  // What hangs by itself is ended by an abort.
  if (!over) watched.abort("enough");
  await time.tickAsync();
  await consuming;

  const finish = received.pop();
  const planned = readsOf(plan).flat();
  assertStrictEquals(finish?.type, "finish");
  assert(received.every((chunk) => chunk.type === "text-delta"));
  assertEquals(received, planned.slice(0, received.length));
  if (!signal.aborted) {
    const first = planned.findIndex((chunk) => chunk?.type !== "text-delta");
    const expected = first < 0 ? planned.length : first;
    assertStrictEquals(received.length, expected);
  }
  assertStrictEquals(watched.listeners(), 0);
  assertStrictEquals(time.next(), false);
}

Deno.test("FinalBoundary ends any foreign stream with exactly one finish, last", async () => {
  await fc.assert(fc.asyncProperty(plans, (plan) => run(plan, foreign)), {
    numRuns: 200,
  });
});

Deno.test("FinalBoundary ends any batch source with exactly one finish, last", async () => {
  await fc.assert(fc.asyncProperty(plans, (plan) => run(plan, batched)), {
    numRuns: 200,
  });
});
