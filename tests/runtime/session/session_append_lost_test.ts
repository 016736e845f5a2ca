import { assertEquals, assertRejects } from "@std/assert";
import { textOf } from "../../../message.ts";
import type { Session } from "../../../runtime/session/session.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { memorySink, said } from "./_events.ts";
import { ask, loop, TOOL_CALL, types } from "./_loop.ts";

/** What a process leaves that is stopped in the middle of an answer. */
async function cutAnswer(): Promise<SessionEvent[]> {
  const { session } = await loop({ script: [textChunks(["Hel", "lo"])] });
  await ask(session);
  const events = [...session.eventsFrom(1)];
  const { seq } = events.find(({ type, data }) =>
    type === "assistant/chunk" && data.chunk.type === "text-delta"
  )!;
  return events.slice(0, seq);
}

const textsOf = ({ messages }: Session) => messages.map(textOf);

Deno.test("append() puts a message behind what there is of an answer that was cut", async () => {
  const { session } = await loop({ history: await cutAnswer() });

  const { seq } = await session.append(said("Go on"));

  assertEquals(textsOf(session), ["Hi", "Hel", "Go on"]);
  assertEquals(seq, session.revision);
  assertEquals(types(session).slice(-5), [
    "assistant/chunk",
    "assistant/message",
    "step/end",
    "turn/end",
    "user/message",
  ]);
});

Deno.test("append() ends what was cut once, and holds nobody up", async () => {
  const { session, adapter } = await loop({
    history: await cutAnswer(),
    script: [textChunks("Yes")],
  });

  const appended = [session.append(said("a")), session.append(said("b"))];
  const settled = session.settle();
  await Promise.all([...appended, settled]);
  await session.request().result;

  assertEquals((await settled)?.kind, "interrupted");
  assertEquals(textsOf(session), ["Hi", "Hel", "a", "b", "Yes"]);
  assertEquals(adapter.requests.length, 1);
});

Deno.test("append() may be followed by a request at once", async () => {
  const { session, adapter } = await loop({
    history: await cutAnswer(),
    script: [textChunks("Yes")],
  });

  const appended = session.append(said("Go on"));
  const { kind } = await session.request().result;
  await appended;

  assertEquals(kind, "message");
  assertEquals(adapter.requests[0]?.messages.map(textOf), [
    "Hi",
    "Hel",
    "Go on",
  ]);
});

Deno.test("append() waits while what was cut is ended otherwise", async () => {
  const { session } = await loop({ history: await cutAnswer() });

  const settled = session.settle();
  await session.append(said("Go on"));
  await settled;

  assertEquals(types(session).slice(-4), [
    "assistant/message",
    "step/end",
    "turn/end",
    "user/message",
  ]);
});

Deno.test("append() ends nothing of a turn that waits for results of tools", async () => {
  const { session } = await loop({ script: [TOOL_CALL] });
  await ask(session);
  const again = await loop({ history: [...session.eventsFrom(1)] });

  await again.session.append(said("By the way"));

  assertEquals(types(again.session).slice(-2), ["step/end", "user/message"]);
});

Deno.test("append() ends nothing of a request that is under way", async () => {
  const { session } = await loop({ script: [textChunks("a")] });
  session.on("agent/request", async (seed) => {
    await session.append(said("By the way"));
    return seed;
  });

  await ask(session);

  assertEquals(textsOf(session), ["Hi", "By the way", "a"]);
});

Deno.test("append() fails with what the sink fails with, and logs nothing", async () => {
  const broken = new Error("disk is gone");
  const sink = memorySink(() => Promise.reject(broken));
  const history = await cutAnswer();
  const { session } = await loop({ history, sink });

  const error = await assertRejects(() => session.append(said("Go on")), Error);

  assertEquals(error, broken);
  assertEquals(session.revision, history.length);
});

Deno.test("close() waits until what was cut is ended", async () => {
  const sink = memorySink();
  const { session } = await loop({ history: await cutAnswer(), sink });

  const appended = session.append(said("Go on"));
  await session.close();
  await appended;

  assertEquals(sink.events.map(({ type }) => type), [
    "assistant/message",
    "step/end",
    "turn/end",
    "user/message",
  ]);
});
