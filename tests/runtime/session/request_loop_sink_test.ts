import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { LlmError } from "../../../runtime/error.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { type MemorySink, memorySink } from "./_events.ts";
import { assertLegal } from "./_legal.ts";
import { ask, CONFIG, type Loop, loop, types } from "./_loop.ts";
import { RETRY } from "./_recovery.ts";

const full = new Error("disk is full");
const busy = new LlmError("Cannot answer: too busy", "SERVER");

const SCRIPT = [
  { chunks: textChunks("Hel").slice(0, 2), error: busy },
  textChunks("Hello"),
];

const MODELS = [{ id: "m", name: "M", context: { contextWindow: 8 } }];

/** A session that retries once, with a sink that may fail. */
async function retrying(
  before: (event: SessionEvent) => unknown = () => {},
): Promise<Loop & { readonly sink: MemorySink }> {
  const sink = memorySink(before);
  const made = await loop({ script: SCRIPT, models: MODELS, sink });
  let retried = false;
  made.session.on("agent/request-error", () => {
    if (retried) return undefined;
    retried = true;
    return RETRY;
  });
  return { ...made, sink };
}

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
