import { assertEquals } from "@std/assert";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { found } from "./_events.ts";
import { ask, logged, loop, TOOL_CALL } from "./_loop.ts";

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
