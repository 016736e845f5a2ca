import {
  assert,
  assertEquals,
  assertFalse,
  assertNotEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { LlmError } from "../../../runtime/error.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { delta, found, memorySink } from "./_events.ts";
import { streamOf } from "../_stub_adapter.ts";
import { assertLegal } from "./_legal.ts";
import {
  ask,
  HANGING,
  logged,
  loop,
  TOOL_CALL,
  types,
  until,
} from "./_loop.ts";
import { RETRY } from "./_recovery.ts";

const busy = new LlmError("Cannot answer: too busy", "SERVER");

/** The log of a turn with a retry, a tool and an answer. */
async function wholeLog(): Promise<SessionEvent[]> {
  const { session } = await loop({
    script: [
      { chunks: textChunks("Lo").slice(0, 2), error: busy },
      TOOL_CALL,
      textChunks("Found it"),
    ],
  });
  session.on("agent/request-error", () => RETRY);
  await ask(session);
  await session.append(found("it"));
  await ask(session);
  return [...session.eventsFrom(1)];
}

/** The log of a turn that was aborted. */
async function interruptedLog(): Promise<SessionEvent[]> {
  using time = new FakeTime();
  const { session } = await loop({ script: [HANGING] });
  const controller = new AbortController();
  const result = ask(session, { signal: controller.signal });
  await until(session, "assistant/chunk");
  controller.abort();
  await time.runAllAsync();
  await result;
  assertFalse(time.next());
  return [...session.eventsFrom(1)];
}

const LOGS: [name: string, events: SessionEvent[]][] = [
  ["answered", await wholeLog()],
  ["interrupted", await interruptedLog()],
];

for (const [name, events] of LOGS) {
  for (const { seq, type } of events) {
    const history = events.slice(0, seq);

    Deno.test(`settle() makes a legal log of one that ends at event ${seq}, ${type}, ${name}`, async () => {
      const { session } = await loop({ history });

      await session.settle();

      const after = [...session.eventsFrom(1)];
      assertEquals(after.slice(0, seq), history);
      assertLegal(after);
      const turns = after.filter(({ type }) => type.startsWith("turn/"));
      if (turns.at(-1)?.type !== "turn/start") return;
      const answer = logged(session, "assistant/message").at(-1)!;
      assertEquals(answer.data.message.content[0]?.type, "tool-call");
      assertNotEquals(after.at(-1)?.type, "assistant/message");
    });

    Deno.test(`settle() has nothing to do twice, also behind event ${seq}, ${type}, ${name}`, async () => {
      const { session } = await loop({ history });
      await session.settle();
      const { revision } = session;

      await session.settle();

      assertEquals(session.revision, revision);
    });

    Deno.test(`request() goes on legally behind event ${seq}, ${type}, ${name}`, async () => {
      const { session } = await loop({ history });

      const result = await ask(session);

      assertEquals(result.kind, "message");
      assertLegal([...session.eventsFrom(1)]);
      assertEquals(types(session).at(-1), "turn/end");
    });
  }
}

/** The events up to the last one of a type, of the first log or another. */
function upTo(
  type: string,
  [, events]: typeof LOGS[number] = LOGS[0]!,
): SessionEvent[] {
  const last = events.findLastIndex((event) => event.type === type);
  return events.slice(0, last + 1);
}

Deno.test("settle() resolves to undefined where no turn is open", async () => {
  const { session } = await loop();

  assertEquals(await session.settle(), undefined);
});

Deno.test("settle() keeps an answer that broke off, with its chunks", async () => {
  const chunks = upTo("assistant/chunk").slice(0, -2);
  const { session } = await loop({ history: chunks });

  const result = await session.settle();

  const event = logged(session, "assistant/message").at(-1)!;
  const { message, interrupted } = event.data;
  assertEquals(result, { kind: "interrupted", message });
  assertEquals(message.content, [{ type: "text", text: "Found it" }]);
  assert(interrupted);
  assertEquals(
    event.sourceEventSeqs,
    chunks.filter(({ type, data }) =>
      type === "assistant/chunk" && data.step === 3
    ).map(({ seq }) => seq),
  );
  assertEquals(logged(session, "turn/end")[0]?.data.outcome, "interrupted");
});

Deno.test("settle() logs an answer that was whole and not yet logged", async () => {
  const { session } = await loop({ history: upTo("assistant/chunk") });

  const result = await session.settle();

  assert(result?.kind === "message");
  const { message, interrupted } =
    logged(session, "assistant/message").at(-1)!.data;
  assertEquals(result.message, message);
  assertEquals(interrupted, undefined);
  assertEquals(logged(session, "turn/end")[0]?.data.outcome, "done");
});

Deno.test("settle() ends a turn as the answer that is logged", async () => {
  const { session } = await loop({ history: upTo("assistant/message") });

  const result = await session.settle();

  assertEquals(result?.kind, "message");
  assertEquals(types(session).slice(-3), [
    "assistant/message",
    "step/end",
    "turn/end",
  ]);
});

Deno.test("settle() ends a turn as the interrupted answer that is logged", async () => {
  const history = upTo("assistant/message", LOGS[1]);
  const { session } = await loop({ history });

  const result = await session.settle();

  const [event] = logged(session, "assistant/message");
  const { message } = event!.data;
  assertEquals(result, { kind: "interrupted", message });
  assertEquals(logged(session, "turn/end")[0]?.data.outcome, "interrupted");
});

Deno.test("settle() leaves a turn open that waits for tools, and asks nothing of the sink", async () => {
  const sink = memorySink();
  const { session } = await loop({ history: upTo("tool/result"), sink });

  const result = await session.settle();

  assert(result?.kind === "message");
  assertEquals(result.message.content[0]?.type, "tool-call");
  assertEquals([sink.events, sink.syncs], [[], []]);
});

Deno.test("settle() ends a step whose answer calls tools, and leaves its turn open", async () => {
  const [, events] = LOGS[0]!;
  const answer = events.find(({ type }) => type === "assistant/message")!;
  const history = events.slice(0, answer.seq);
  const { session } = await loop({ history });

  const result = await session.settle();

  assertEquals(result?.kind, "message");
  assertEquals(types(session).slice(-2), ["assistant/message", "step/end"]);
});

for (const end of ["assistant/chunk", "step/end"]) {
  Deno.test(`settle() ends a turn that nobody can recover any more in its failure, behind ${end}`, async () => {
    const { session: first } = await loop({
      script: [{ chunks: textChunks("Hel").slice(0, 2), error: busy }],
    });
    await ask(first);
    const history = upTo(end, ["failed", [...first.eventsFrom(1)]]);
    const { session } = await loop({ history });

    const result = await session.settle();

    assertEquals(result, { kind: "error", failure: busy.failure });
    assertEquals(logged(session, "assistant/message"), []);
    assertEquals(logged(session, "turn/end")[0]?.data, {
      turn: 1,
      outcome: "error",
      failure: busy.failure,
    });
  });
}

Deno.test("settle() keeps nothing of a step that has ended without an answer", async () => {
  const { session: first, runtime } = await loop();
  runtime.on(
    "llm/stream",
    () => streamOf([delta("Hello")], (it) => it.error(busy)),
  );
  await ask(first);
  const history = upTo("step/end", ["failed", [...first.eventsFrom(1)]]);
  const { session } = await loop({ history });

  const result = await session.settle();

  assertEquals(result, { kind: "interrupted" });
  assertEquals(types(session).slice(-2), ["step/end", "turn/end"]);
});

Deno.test("settle() makes the end durable", async () => {
  const sink = memorySink();
  const { session } = await loop({ history: upTo("assistant/chunk"), sink });

  await session.settle();

  assertEquals(sink.syncs, [sink.events.length]);
});

Deno.test("settle() is refused while a request is under way", async () => {
  const { session } = await loop();
  const result = ask(session);

  const code = await session.settle().catch((error) => error.code);

  assertEquals(code, "SESSION_BUSY");
  assertEquals((await result).kind, "message");
});

Deno.test("request() shows in its events what it settles first", async () => {
  const { session } = await loop({ history: upTo("assistant/message") });

  const events = await Array.fromAsync(
    session.request({ config: { provider: "p", model: "m" } }).events,
  );

  assertEquals(events.slice(0, 3).map(({ type }) => type), [
    "step/end",
    "turn/end",
    "turn/start",
  ]);
});
