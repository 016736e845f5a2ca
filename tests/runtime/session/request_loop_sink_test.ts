import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { assertLegal } from "./_legal.ts";
import { ask, CONFIG, loop, types } from "./_loop.ts";
import { retrying } from "./_retrying.ts";

const full = new Error("disk is full");

/** What a promise rejects with. */
function reason(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => undefined, (error) => error);
}

const whole = await retrying();
await ask(whole.session);
const EVENTS = whole.sink.events;

// The first two are no part of the request.
for (const { seq, type } of EVENTS.slice(2)) {
  Deno.test(`request() rejects with what the sink fails with at event ${seq}, ${type}, and logs nothing more`, async () => {
    const { session, sink } = await retrying((event) => {
      if (event.seq >= seq) throw full;
    });

    const { result, events } = session.request({ config: CONFIG });
    const read = Array.fromAsync(events);

    assertStrictEquals(await reason(result), full);
    assertStrictEquals(await reason(read), full);
    assertEquals(session.revision, seq - 1);
    assertEquals([...session.eventsFrom(1)], sink.events);
    assertLegal(sink.events);
  });

  Deno.test(`request() goes on legally once the sink has failed at event ${seq}, ${type}`, async () => {
    let failed = false;
    const { session, sink } = await retrying((event) => {
      if (event.seq !== seq || failed) return;
      failed = true;
      throw full;
    });

    await reason(ask(session));
    const result = await ask(session);

    assertEquals(result.kind, "message");
    assertEquals(types(session).at(-1), "turn/end");
    assertEquals([...session.eventsFrom(1)], sink.events);
    assertLegal(sink.events);
  });
}

for (
  const type of [
    "turn/start",
    "step/start",
    "request/header",
    "request/context",
  ]
) {
  Deno.test(`request() calls no provider where ${type} cannot be logged`, async () => {
    const { session, adapter } = await retrying((event) => {
      if (event.type === type) throw full;
    });

    await reason(ask(session));

    assertEquals(adapter.requests, []);
  });
}

Deno.test("request() cancels the answer whose chunks cannot be logged", async () => {
  const { session, adapter } = await retrying((event) => {
    if (event.type === "assistant/chunk") throw full;
  });

  await reason(ask(session));

  assertEquals(adapter.cancels, [full]);
});

Deno.test("request() rejects with what the sync fails with, behind all that is logged", async () => {
  const sink = { write() {}, sync: () => Promise.reject(full) };
  const { session } = await loop({ sink });

  const { result, events } = session.request({ config: CONFIG });

  assertStrictEquals(await reason(result), full);
  assertEquals(types(session).at(-1), "turn/end");
  assertStrictEquals(await reason(Array.fromAsync(events)), full);
});

Deno.test("request() whose result nobody looks at rejects without anyone's noticing", async () => {
  const { session } = await retrying((event) => {
    if (event.type === "step/start") throw full;
  });

  const { events } = session.request({ config: CONFIG });

  assertStrictEquals(await reason(Array.fromAsync(events)), full);
  assert(session.revision > 2);
});
