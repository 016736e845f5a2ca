import { assert, assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { watchedSignal } from "../_stub_adapter.ts";
import { found } from "./_events.ts";
import { assertLegal } from "./_legal.ts";
import { ask, logged, loop, TOOL_CALL, types } from "./_loop.ts";
import { retrying } from "./_retrying.ts";

Deno.test("request() aborted beforehand reaches nobody and logs nothing", async () => {
  const { session, adapter } = await loop();
  const { revision } = session;

  const result = await ask(session, { signal: AbortSignal.abort() });

  assertEquals(result, { kind: "interrupted" });
  assertEquals(session.revision, revision);
  assertEquals(adapter.requests, []);
});

Deno.test("request() aborted beforehand interrupts a turn that waits for tools", async () => {
  const { session } = await loop({ script: [TOOL_CALL] });
  await ask(session);
  await session.append(found("it"));

  const result = await ask(session, { signal: AbortSignal.abort() });

  assertEquals(result, { kind: "interrupted" });
  assertEquals(logged(session, "turn/end")[0]?.data.outcome, "interrupted");
});

Deno.test("request() that is aborted before anything was sent sends nothing", async () => {
  const controller = new AbortController();
  const sink = {
    write({ type }: SessionEvent) {
      if (type === "request/header") controller.abort();
    },
  };
  const { session, runtime } = await loop({ sink });
  let sent = 0;
  runtime.on("llm/stream", (_, next) => {
    sent++;
    return next();
  });

  const result = await ask(session, { signal: controller.signal });

  assertEquals(result, { kind: "interrupted" });
  assertEquals([sent, logged(session, "assistant/chunk")], [0, []]);
});

const whole = await retrying();
await ask(whole.session);
const EVENTS = whole.sink.events;
const FAILED = EVENTS.find(({ type }) => type === "step/end")!;
const FINISHED = EVENTS.findLast(({ type }) => type === "assistant/chunk")!;

// The first two are no part of the request.
for (const { seq, type } of EVENTS.slice(2)) {
  Deno.test(`request() ends legally if it is aborted while event ${seq}, ${type}, is written`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    const { session, adapter, sink } = await retrying((event) => {
      if (event.seq === seq) watched.abort();
    });

    const asked = ask(session, { signal: watched.signal });
    await time.runAllAsync();
    const result = await asked;

    // What is whole by then stays so.
    assertEquals(result.kind, seq < FINISHED.seq ? "interrupted" : "message");
    assertEquals(types(session).at(-1), "turn/end");
    assert(seq > FAILED.seq || adapter.requests.length < 2);
    assertLegal(sink.events);
    assertEquals(watched.listeners(), 0);
    assertFalse(time.next());
  });
}
