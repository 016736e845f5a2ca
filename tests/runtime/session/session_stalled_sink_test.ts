// What becomes of a session whose sink does not settle.
import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { deferred } from "../../../runtime/deferred.ts";
import { HarnessError } from "../../../runtime/error.ts";
import { ndjsonSink } from "../../../runtime/session/ndjson_sink.ts";
import type { SessionSink } from "../../../runtime/session/session_sink.ts";
import { SINK_STALLED_CODE } from "../../../runtime/session/unless_stalled.ts";
import { watchedSignal } from "../_stub_adapter.ts";
import { memorySink, said } from "./_events.ts";
import { assertLegal } from "./_legal.ts";
import { ask, CONFIG, HANGING, loop, types } from "./_loop.ts";
import { retrying } from "./_retrying.ts";

/** What a promise rejects with. */
function reason(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => undefined, (error) => error);
}

function code(error: unknown): unknown {
  return error instanceof HarnessError && error.code;
}

const whole = await retrying();
await ask(whole.session);
const EVENTS = whole.sink.events;

// The first two are no part of the request.
for (const { seq, type } of EVENTS.slice(2)) {
  Deno.test(`request() that is aborted rejects where the sink never settles at event ${seq}, ${type}`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    const { session } = await retrying((event) => {
      if (event.seq < seq) return;
      watched.abort();
      return new Promise(() => {});
    });

    const { signal } = watched;
    const { result, events } = session.request({ config: CONFIG, signal });
    const read = Array.fromAsync(events);
    const failed = reason(result);
    await time.tickAsync(60_000);

    assertEquals(code(await failed), SINK_STALLED_CODE);
    assertStrictEquals(await reason(read), await failed);
    assertEquals(session.revision, seq - 1);
    assertEquals(watched.listeners(), 0);
    assertFalse(time.next());
  });

  Deno.test(`request() that was left at event ${seq}, ${type}, is logged to its end once the sink goes on`, async () => {
    using time = new FakeTime();
    const controller = new AbortController();
    const wait = deferred<void>();
    const { session, sink } = await retrying((event) => {
      if (event.seq !== seq) return;
      controller.abort();
      return wait.promise;
    });

    const failed = reason(ask(session, { signal: controller.signal }));
    await time.tickAsync(60_000);
    assertEquals(code(await failed), SINK_STALLED_CODE);
    const busy = await reason((async () => await ask(session))());
    wait.resolve();
    await time.runAllAsync();

    assertEquals(code(busy), "SESSION_BUSY");
    assertEquals(types(session).at(-1), "turn/end");
    assertEquals([...session.eventsFrom(1)], sink.events);
    assertLegal(sink.events);
    assertEquals((await ask(session)).kind, "message");
    assertLegal(sink.events);
    assertFalse(time.next());
  });

  Deno.test(`close() ends all there is where the sink never settles at event ${seq}, ${type}`, async () => {
    using time = new FakeTime();
    let asked = 0;
    const { session, sink } = await retrying((event) => {
      if (event.seq < seq) return;
      asked++;
      return never();
    });
    sink.syncs.length = 0;
    const all = Array.fromAsync(session.events());

    const failed = reason(ask(session));
    await time.tickAsync(60_000);
    const appended = reason(session.append(said("Wait")));
    const closed = reason(session.close());
    await time.tickAsync(60_000);

    assertEquals(code(await closed), SINK_STALLED_CODE);
    assertEquals(code(await failed), SINK_STALLED_CODE);
    assert(await appended instanceof Error);
    assertEquals((await all).length, seq - 1);
    // One call at a time: not even what would make it durable.
    assertEquals([asked, sink.syncs], [1, []]);
    assertFalse(time.next());
  });
}

Deno.test("request() that is aborted waits for a sink that is slow", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const { session, sink } = await retrying(({ type, seq }) => {
    if (type === "assistant/chunk") controller.abort();
    if (seq < 3) return;
    return new Promise<void>((resolve) => setTimeout(resolve, 4_000));
  });

  const result = ask(session, { signal: controller.signal });
  await time.runAllAsync();

  assertEquals((await result).kind, "interrupted");
  assertLegal(sink.events);
  assertFalse(time.next());
});

Deno.test("request() that is aborted stops the provider, whatever the sink does", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const sink = memorySink(({ type }) =>
    type === "assistant/chunk" ? new Promise(() => {}) : undefined
  );
  const { session, adapter } = await loop({ script: [HANGING], sink });

  const failed = reason(ask(session, { signal: controller.signal }));
  await time.tickAsync(0);
  controller.abort();
  await time.tickAsync(60_000);

  assertEquals(code(await failed), SINK_STALLED_CODE);
  assert(adapter.requests[0]?.signal?.aborted);
  assertFalse(time.next());
});

Deno.test("close() fails the events of a request that was aborted before", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const wait = deferred<void>();
  const sink = memorySink(({ seq }) =>
    seq < 3 ? undefined : seq === 3 ? wait.promise : never()
  );
  const { session } = await loop({ sink });

  const { signal } = controller;
  const { result, events } = session.request({ config: CONFIG, signal });
  const read = reason(Array.fromAsync(events));
  const failed = reason(result);
  await time.tickAsync(0);
  controller.abort();
  await time.tickAsync(1_000);
  wait.resolve();
  // Who closes gives up before who asked: something was taken since the abort.
  await time.tickAsync(0);
  const closed = reason(session.close());
  await time.tickAsync(4_000);
  await time.tickAsync(1_000);

  assertEquals(code(await closed), SINK_STALLED_CODE);
  assertStrictEquals(await failed, await closed);
  assertStrictEquals(await read, await failed);
  await time.runAllAsync();
  assertFalse(time.next());
});

Deno.test("request() that was left frees its session where the sink fails later", async () => {
  using time = new FakeTime();
  const wait = deferred<void>();
  let stalls = true;
  const sink = memorySink(({ seq }) =>
    stalls && seq > 3 ? wait.promise : undefined
  );
  const { session } = await loop({ sink });

  const controller = new AbortController();
  const { signal } = controller;
  const failed = reason(ask(session, { signal }));
  await time.tickAsync(0);
  controller.abort();
  await time.tickAsync(5_000);
  const left = code(await failed);
  stalls = false;
  wait.reject(new Error("disk is full"));
  await time.runAllAsync();

  assertEquals(left, SINK_STALLED_CODE);
  assertEquals((await ask(session)).kind, "message");
  assertEquals([...session.eventsFrom(1)], sink.events);
  assertLegal(sink.events);
  await session.close();
  assertFalse(time.next());
});

Deno.test("close() rejects every append that waits for the sink", async () => {
  using time = new FakeTime();
  const sink = memorySink(({ seq }) =>
    seq < 3 ? undefined : new Promise(() => {})
  );
  const { session } = await loop({ sink });

  const first = reason(session.append(said("a")));
  const second = reason(session.append(said("b")));
  const closed = reason(session.close());
  await time.tickAsync(5_000);

  const error = await closed;
  assertEquals(code(error), SINK_STALLED_CODE);
  assertStrictEquals(await first, error);
  assert(await second instanceof Error);
  assertEquals(session.revision, 2);
  await assertRejects(() => session.append(said("c")));
  assertFalse(time.next());
});

Deno.test("close() rejects again where it is called again, and at once", async () => {
  using time = new FakeTime();
  const sink = { write() {}, sync: () => new Promise<void>(() => {}) };
  const { session } = await loop({ sink });

  const closed = reason(session.close());
  await time.tickAsync(5_000);
  const again = reason(session.close());

  assertEquals(code(await closed), SINK_STALLED_CODE);
  assertStrictEquals(await again, await closed);
  assertFalse(time.next());
});

Deno.test("close() counts nothing that a sink takes after it was left", async () => {
  using time = new FakeTime();
  const wait = deferred<void>();
  const sink = memorySink(({ seq }) => seq < 3 ? undefined : wait.promise);
  const { session } = await loop({ sink });

  const appended = reason(session.append(said("a")));
  const closed = reason(session.close());
  await time.tickAsync(5_000);
  wait.resolve();
  await Promise.all([appended, closed]);
  await time.runAllAsync();

  assertEquals(sink.events.length, 3);
  assertEquals(session.revision, 2);
});

/** Sinks of every kind that never settle once a request is under way. */
const SINKS: Record<string, (stalls: () => boolean) => SessionSink> = {
  "writes lines": (stalls) =>
    ndjsonSink({ write: () => stalls() ? never() : undefined, truncate() {} }),
  "makes durable": (stalls) => ({
    write() {},
    sync: () => stalls() ? never() : undefined,
  }),
};

function never(): Promise<void> {
  return new Promise(() => {});
}

for (const [name, make] of Object.entries(SINKS)) {
  Deno.test(`close() leaves a sink that ${name} and never settles`, async () => {
    using time = new FakeTime();
    let stalls = false;
    const { session } = await loop({ sink: make(() => stalls) });

    stalls = true;
    const failed = reason(ask(session));
    await time.tickAsync(0);
    const closed = reason(session.close());
    await time.runAllAsync();

    assertEquals(code(await closed), SINK_STALLED_CODE);
    assertEquals(code(await failed), SINK_STALLED_CODE);
    assertFalse(time.next());
  });
}
