import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { textOf } from "../../../message.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import { LlmError } from "../../../runtime/error.ts";
import { installRetry } from "../../../runtime/session/install_retry.ts";
import { recoverContextOverflow } from "../../../runtime/session/recover_context_overflow.ts";
import { Session } from "../../../runtime/session/session.ts";
import { textChunks } from "../../../testing/chunks.ts";
import type { ScriptedCall } from "../../../testing/scripted_adapter.ts";
import { memorySink, said } from "./_events.ts";
import { ask, CONFIG, logged, loop, TOOL_CALL, types, until } from "./_loop.ts";
import { ALWAYS, NORMAL } from "./_recovery.ts";

const BUSY = new LlmError("Cannot answer: busy", "SERVER");
const FULL = new LlmError("Cannot answer: too long", "CONTEXT_WINDOW_EXCEEDED");

/** An answer that breaks off for a reason that passes. */
const CUT: ScriptedCall = [
  ...textChunks("Hel").slice(0, 2),
  { type: "finish", reason: { kind: "error", failure: BUSY.failure } },
];

/** Runs what is waited for by timers alone. */
async function finish<T>(time: FakeTime, result: Promise<T>): Promise<T> {
  await time.runAllAsync();
  return await result;
}

Deno.test("installRetry() makes a request of a session outlive failures that pass", async () => {
  using time = new FakeTime();
  const { session, adapter } = await loop({
    script: [CUT, BUSY, textChunks("Hello")],
    retryPolicy: NORMAL,
  });
  installRetry(session);

  const result = await finish(time, ask(session));

  assertEquals(result.kind, "message");
  assertEquals(session.messages.map(textOf), ["Hi", "Hello"]);
  assertEquals(adapter.requests.map(({ messages }) => messages.map(textOf)), [
    ["Hi"],
    ["Hi"],
    ["Hi"],
  ]);
  const seen = types(session).filter((type) => /^(llm|step|turn)/.test(type));
  const retried = ["llm/retry", "llm/retry-started"];
  assertEquals(seen, [
    "turn/start",
    ...["step/start", "step/end", ...retried],
    ...["step/start", "step/end", ...retried],
    ...["step/start", "step/end"],
    "turn/end",
  ]);
  assertFalse(time.next());
});

Deno.test("installRetry() logs the step and the failure that are retried", async () => {
  using time = new FakeTime();
  const { session } = await loop({
    script: [CUT, BUSY, textChunks("Hello")],
    retryPolicy: NORMAL,
  });
  installRetry(session);

  await finish(time, ask(session));

  const retries = logged(session, "llm/retry").map(({ data }) => data);
  assertEquals(retries.map(({ turn, step }) => [turn, step]), [[1, 1], [1, 2]]);
  assertEquals(retries.map(({ failure }) => failure), [
    BUSY.failure,
    BUSY.failure,
  ]);
  assertEquals(new Set(retries.map(({ retryId }) => retryId)).size, 1);
  assertFalse(time.next());
});

Deno.test("installRetry() begins a chain for each request of a turn", async () => {
  using time = new FakeTime();
  const { session } = await loop({
    script: [BUSY, TOOL_CALL, BUSY, textChunks("Hello")],
    retryPolicy: NORMAL,
  });
  installRetry(session);

  await finish(time, ask(session));
  await finish(time, ask(session));

  const retries = logged(session, "llm/retry").map(({ data }) => data);
  assertEquals(retries.map(({ turn, retry }) => [turn, retry]), [[1, 1], [
    1,
    1,
  ]]);
  assertEquals(new Set(retries.map(({ retryId }) => retryId)).size, 2);
  assertFalse(time.next());
});

Deno.test("installRetry() ends in the last failure once the budget is spent", async () => {
  using time = new FakeTime();
  const { session, adapter } = await loop({
    script: [BUSY],
    retryPolicy: NORMAL,
  });
  installRetry(session);

  const result = await finish(time, ask(session));

  assert(result.kind === "error");
  assertStrictEquals(result.error, BUSY);
  assertEquals(adapter.requests.length, 3);
  assertEquals(logged(session, "turn/end").map(({ data }) => data.failure), [
    BUSY.failure,
  ]);
  assertFalse(time.next());
});

for (const how of ["abort", "close"]) {
  Deno.test(`installRetry() gives a wait up at the ${how} of a session's request`, async () => {
    using time = new FakeTime();
    const { session, adapter } = await loop({
      script: [BUSY],
      retryPolicy: ALWAYS,
    });
    installRetry(session);
    const controller = new AbortController();

    const result = ask(session, { signal: controller.signal });
    await until(session, "llm/retry");
    if (how === "abort") controller.abort();
    else await session.close();

    assertEquals((await result).kind, "interrupted");
    assertFalse(time.next());
    assertEquals(adapter.requests.length, 1);
    assertEquals(types(session).slice(-2), ["llm/retry", "turn/end"]);
  });
}

Deno.test("installRetry() leaves a session's request its failure when it is disposed of", async () => {
  using time = new FakeTime();
  const { session } = await loop({ script: [BUSY], retryPolicy: NORMAL });
  const retry = installRetry(session);

  const result = ask(session);
  await until(session, "llm/retry");
  await retry.dispose();

  assertEquals((await result).kind, "error");
  assertEquals(types(session).slice(-2), ["llm/retry", "turn/end"]);
  assertFalse(time.next());
});

for (const type of ["llm/retry", "llm/retry-started"]) {
  Deno.test(`installRetry() calls no provider again where a session cannot log ${type}`, async () => {
    using time = new FakeTime();
    const full = new Error("no space left");
    const sink = memorySink((event) => {
      if (event.type === type) throw full;
    });
    const { session, adapter } = await loop({
      script: [BUSY, textChunks("Hello")],
      retryPolicy: NORMAL,
      sink,
    });
    installRetry(session);
    const diagnostics: LlmDiagnostic[] = [];
    session.on("agent/diagnostic", (told) => diagnostics.push(told));

    const result = await finish(time, ask(session));

    assert(result.kind === "error");
    assertStrictEquals(result.error, BUSY);
    assertEquals(adapter.requests.length, 1);
    assertEquals(diagnostics.map(({ error }) => error), [full]);
    assertFalse(time.next());
  });
}

Deno.test("installRetry() tells a session's listeners what was passed over in the always mode", async () => {
  using time = new FakeTime();
  const { session } = await loop({
    script: [BUSY, textChunks("Hello")],
    retryPolicy: ALWAYS,
  });
  installRetry(session);
  const error = new Error("no");
  session.on("agent/request-error", () => Promise.reject(error));
  const diagnostics: LlmDiagnostic[] = [];
  session.on("agent/diagnostic", (told) => diagnostics.push(told));

  const result = await finish(time, ask(session));

  assertEquals(result.kind, "message");
  assertEquals(diagnostics.map(({ error }) => error), [error]);
  assertFalse(time.next());
});

Deno.test("installRetry() leaves behind a log that a session goes on with", async () => {
  using time = new FakeTime();
  const { session, runtime } = await loop({
    script: [BUSY, textChunks("Hello")],
    retryPolicy: NORMAL,
  });
  installRetry(session);

  await finish(time, ask(session));
  const again = await Session.from(session.eventsFrom(1), { runtime });

  assertEquals(again.messages, session.messages);
  assertEquals(again.revision, session.revision);
  assertFalse(time.next());
});

Deno.test("installRetry() changes nothing about the calls of the runtime itself", async () => {
  using time = new FakeTime();
  const { session, runtime, adapter } = await loop({
    script: [BUSY, textChunks("Hello")],
    retryPolicy: ALWAYS,
  });
  installRetry(session);

  const chunks = await Array.fromAsync(
    runtime.stream({ ...CONFIG, messages: [said("Hi")] }),
  );

  assertEquals(chunks, [{
    type: "finish",
    reason: { kind: "error", failure: BUSY.failure },
  }]);
  assertEquals(adapter.requests.length, 1);
  assertFalse(time.next());
});

for (const first of ["retry", "compaction"]) {
  Deno.test(`recoverContextOverflow() sends what is left of a session, the ${first} first`, async () => {
    using time = new FakeTime();
    const { session, adapter } = await loop({
      script: [BUSY, FULL, BUSY, textChunks("Hello")],
      retryPolicy: NORMAL,
    });
    const { seq } = await session.append(said("again"));
    if (first === "retry") installRetry(session);
    recoverContextOverflow(
      session,
      () => session.replace([said("less")], { from: 2, to: seq }),
    );
    if (first === "compaction") installRetry(session);

    const result = await finish(time, ask(session));

    assertEquals(result.kind, "message");
    assertEquals(adapter.requests.map(({ messages }) => messages.map(textOf)), [
      ["Hi", "again"],
      ["Hi", "again"],
      ["less"],
      ["less"],
    ]);
    assertEquals(logged(session, "llm/retry").map(({ data }) => data.retry), [
      1,
      2,
    ]);
    assertFalse(time.next());
  });
}

Deno.test("recoverContextOverflow() leaves a session's request the failure it cannot help", async () => {
  const { session, adapter } = await loop({
    script: [FULL],
    retryPolicy: NORMAL,
  });
  const { seq } = await session.append(said("again"));
  recoverContextOverflow(
    session,
    () => session.replace([said("less")], { from: 2, to: seq }),
  );

  const result = await ask(session);

  assert(result.kind === "error");
  assertStrictEquals(result.error, FULL);
  assertEquals(adapter.requests.length, 2);
});
