import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
} from "@std/assert";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import { LlmError } from "../../../runtime/error.ts";
import type {
  AgentRecovery,
  AgentRequestError,
} from "../../../runtime/session/agent_events.ts";
import type { Session } from "../../../runtime/session/session.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { said } from "./_events.ts";
import { ask, CONFIG, logged, loop, types } from "./_loop.ts";
import { NORMAL, RETRY } from "./_recovery.ts";

const busy = new LlmError("Cannot answer: too busy", "SERVER");
const BEGINNING = textChunks("Hello").slice(0, 2);
const CUT = { chunks: BEGINNING, error: busy };

/** Listens to failures, retries so many of them, and keeps what it heard. */
function retry(session: Session, times: number = 0): AgentRequestError[] {
  const heard: AgentRequestError[] = [];
  session.on("agent/request-error", (event): AgentRecovery => {
    heard.push(event);
    return heard.length <= times ? RETRY : undefined;
  });
  return heard;
}

Deno.test("request() that fails ends its step and its turn, without a message", async () => {
  const { session } = await loop({ script: [CUT] });

  await ask(session);

  assertEquals(types(session, 3), [
    "turn/start",
    "step/start",
    "request/header",
    "assistant/chunk",
    "step/end",
    "turn/end",
  ]);
  assertEquals(logged(session, "turn/end")[0]?.data, {
    turn: 1,
    outcome: "error",
    failure: busy.failure,
  });
});

Deno.test("request() that fails comes to the failure and what was thrown", async () => {
  const { session } = await loop({ script: [CUT] });

  const result = await ask(session);

  assertEquals(result, { kind: "error", failure: busy.failure, error: busy });
  assert(Object.isFrozen(result));
});

Deno.test("request() that fails in-band comes to the failure alone", async () => {
  const reason = { kind: "error", failure: busy.failure } as const;
  const { session } = await loop({
    script: [[...BEGINNING, { type: "finish", reason }]],
  });

  const result = await ask(session);

  assertEquals(result, { kind: "error", failure: busy.failure });
});

Deno.test("request() that fails shows nothing of it to the next one", async () => {
  const { session, adapter } = await loop({ script: [CUT, textChunks("Yes")] });

  await ask(session);
  await session.append(said("Again"));
  await ask(session);

  assertEquals(adapter.requests[1]!.messages, [said("Hi"), said("Again")]);
});

Deno.test("request() tells who listens what failed", async () => {
  const { session } = await loop({ script: [CUT], retryPolicy: NORMAL });
  const heard = retry(session);

  await ask(session);

  const [event] = heard;
  const { signal, ...facts } = event!;
  assertEquals(facts, {
    turn: 1,
    step: 1,
    provider: "p",
    error: busy,
    failure: busy.failure,
    priorFailures: [],
    retryPolicy: NORMAL,
  });
  assertFalse(signal.aborted);
  assert(Object.isFrozen(event) && Object.isFrozen(event!.priorFailures));
});

Deno.test("request() asks after the step has ended", async () => {
  const { session } = await loop({ script: [CUT] });
  let last: string | undefined;
  session.on("agent/request-error", () => {
    last = types(session).at(-1);
    return undefined;
  });

  await ask(session);

  assertEquals(last, "step/end");
});

Deno.test("request() that is recovered takes another step of the same turn", async () => {
  const { session, adapter } = await loop({ script: [CUT, textChunks("Yes")] });
  retry(session, 1);

  const result = await ask(session);

  assertEquals(result.kind, "message");
  assertEquals(types(session, 7), [
    "assistant/chunk",
    "step/end",
    "step/start",
    "assistant/chunk",
    "assistant/message",
    "step/end",
    "turn/end",
  ]);
  assertEquals(logged(session, "step/start").map(({ data }) => data), [
    { turn: 1, step: 1 },
    { turn: 1, step: 2 },
  ]);
  assertEquals(
    adapter.requests[1]!.messages,
    adapter.requests[0]!.messages,
  );
});

Deno.test("request() that is recovered cites no chunk of what failed", async () => {
  const { session } = await loop({ script: [CUT, textChunks("Yes")] });
  retry(session, 1);

  await ask(session);

  const [answer] = logged(session, "assistant/message");
  assertEquals(
    answer!.sourceEventSeqs,
    logged(session, "assistant/chunk")
      .filter(({ data }) => data.step === 2)
      .map(({ seq }) => seq),
  );
});

Deno.test("request() tells who listens how the attempts before failed", async () => {
  const late = new LlmError("Cannot answer: too late", "TIMEOUT");
  const { session } = await loop({ script: [busy, late, textChunks("Yes")] });
  const heard = retry(session, 2);

  await ask(session);

  assertEquals(heard.map(({ step, priorFailures }) => [step, priorFailures]), [
    [1, []],
    [2, [busy.failure]],
  ]);
});

Deno.test("request() begins each attempt with the config it was asked for", async () => {
  const { session, adapter } = await loop({
    script: [busy, textChunks("Yes")],
  });
  retry(session, 1);
  let attempts = 0;
  session.on("agent/request", (seed) => ({
    ...seed,
    temperature: seed.temperature ?? attempts++,
  }));

  await ask(session);

  assertEquals(adapter.requests.map(({ temperature }) => temperature), [0, 1]);
});

Deno.test("request() shows an attempt what a listener has replaced", async () => {
  const { session, adapter } = await loop({
    script: [busy, textChunks("Yes")],
  });
  const summary = said("(left out)");
  session.on("agent/request-error", async () => {
    await session.replace([summary], { from: 2, to: 2 });
    return RETRY;
  });

  await ask(session);

  assertEquals(adapter.requests[1]!.messages, [summary]);
});

Deno.test("request() asks who listens also where the call cannot be prepared", async () => {
  const { session, adapter } = await loop({
    script: [textChunks("Yes")],
    retryPolicy: NORMAL,
  });
  let failures = 1;
  adapter.resolveModel = (provider, id) =>
    failures-- > 0
      ? Promise.reject(busy)
      : Promise.resolve({ provider, id, name: id });
  const heard = retry(session, 1);

  const result = await ask(session);

  assertEquals(result.kind, "message");
  const [{ error, failure, provider, retryPolicy }] = heard as [
    AgentRequestError,
  ];
  assertStrictEquals(error, busy);
  assertEquals([failure, provider, retryPolicy], [busy.failure, "p", NORMAL]);
});

Deno.test("request() tells of no policy where the route has gone", async () => {
  const { session, runtime, adapter } = await loop();
  adapter.resolveModel = () => {
    runtime.close();
    return Promise.reject(busy);
  };
  const heard = retry(session);

  await ask(session);

  assertFalse("retryPolicy" in heard[0]!);
});

Deno.test("request() takes what a listener throws for no recovery, and tells of it", async () => {
  const { session } = await loop({ script: [CUT] });
  const bad = new Error("listener is bad");
  const told: LlmDiagnostic[] = [];
  session.on("agent/request-error", () => Promise.reject(bad));
  session.on("agent/diagnostic", (diagnostic) => told.push(diagnostic));

  const result = await ask(session);

  assertEquals(result, { kind: "error", failure: busy.failure, error: busy });
  assertEquals(told, [{
    code: "LISTENER_FAILED",
    message: 'A listener of "agent/request-error" failed',
    error: bad,
  }]);
});

Deno.test("request() may be made again after one that failed, as a turn of its own", async () => {
  const { session } = await loop({ script: [CUT, textChunks("Yes")] });

  await ask(session);
  await session.request().result;

  assertEquals(logged(session, "turn/end").map(({ data }) => data.outcome), [
    "error",
    "done",
  ]);
  assertEquals(logged(session, "step/start")[1]?.data, { turn: 2, step: 1 });
  assertEquals(
    logged(session, "request/header")[0]?.data.header.config,
    CONFIG,
  );
});
