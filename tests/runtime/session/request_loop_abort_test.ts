import { assert, assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { LlmError } from "../../../runtime/error.ts";
import type { Session } from "../../../runtime/session/session.ts";
import { pulled, watchedSignal } from "../_stub_adapter.ts";
import { said } from "./_events.ts";
import {
  ask,
  HANGING,
  logged,
  type Loop,
  loop,
  types,
  until,
} from "./_loop.ts";
import { RETRY } from "./_recovery.ts";

const busy = new LlmError("Cannot answer: too busy", "SERVER");

function never(): Promise<never> {
  return new Promise(() => {});
}

/** What was logged of the interruption of a turn, and what is left of it. */
function end(session: Session): unknown[] {
  const { outcome, failure } = logged(session, "turn/end").at(-1)!.data;
  return [outcome, failure?.code, types(session).slice(-2)];
}

const INTERRUPTED = ["interrupted", "ABORTED", ["step/end", "turn/end"]];

/** Where a request may hang, and how to tell that it does. */
const HANGS: [
  name: string,
  prepare: (loop: Loop) => unknown,
  reached: string,
][] = [
  [
    "a listener to agent/request",
    ({ session }) => session.on("agent/request", never),
    "step/start",
  ],
  [
    "the preparation of the call",
    ({ adapter }) => adapter.resolveModel = never,
    "step/start",
  ],
  [
    "an adapter that says nothing",
    ({ adapter }) => adapter.stream = () => pulled({ pull: never }),
    "request/header",
  ],
  [
    "a listener's stream that knows no abort",
    ({ runtime }) => runtime.on("llm/stream", () => pulled({ pull: never })),
    "request/header",
  ],
  [
    "a promise of a stream",
    ({ runtime }) => runtime.on("llm/stream", never),
    "request/header",
  ],
  [
    "a listener to agent/request-error",
    ({ adapter, session }) => {
      adapter.stream = () => {
        throw busy;
      };
      session.on("agent/request-error", never);
    },
    "step/end",
  ],
];

for (const [name, prepare, reached] of HANGS) {
  Deno.test(`request() that is aborted is interrupted, whatever ${name} does`, async () => {
    using time = new FakeTime();
    const made = await loop();
    const { session } = made;
    prepare(made);
    const watched = watchedSignal();
    const told: unknown[] = [];
    session.on("agent/diagnostic", (diagnostic) => told.push(diagnostic));

    const result = ask(session, { signal: watched.signal });
    await until(session, reached);
    watched.abort();
    await time.runAllAsync();

    assertEquals(await result, { kind: "interrupted" });
    assertEquals(end(session), INTERRUPTED);
    assertEquals(session.messages, [said("Hi")]);
    assertEquals(told, []);
    assertEquals(watched.listeners(), 0);
    assertFalse(time.next());
  });
}

Deno.test("request() that is aborted keeps what there is of the answer", async () => {
  using time = new FakeTime();
  const { session } = await loop({ script: [HANGING] });
  const controller = new AbortController();

  const result = ask(session, { signal: controller.signal });
  await until(session, "assistant/chunk");
  controller.abort();
  await time.runAllAsync();

  const [event] = logged(session, "assistant/message");
  const { message, interrupted } = event!.data;
  assertEquals(await result, { kind: "interrupted", message });
  assertEquals(message.content, [{ type: "text", text: "Hello" }]);
  assert(interrupted);
  assertEquals(
    event!.sourceEventSeqs,
    logged(session, "assistant/chunk").map(({ seq }) => seq),
  );
  assertEquals(end(session), INTERRUPTED);
  assertEquals(session.messages.at(-1), message);
  assertFalse(time.next());
});

Deno.test("request() that is aborted keeps the usage an adapter still tells", async () => {
  using time = new FakeTime();
  const usage = { inputTokens: 3, outputTokens: 1 };
  const { session, adapter } = await loop();
  adapter.stream = ({ signal }) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue({ type: "text-delta", index: 0, text: "Hel" });
        signal!.addEventListener("abort", () => {
          controller.enqueue({ type: "usage", usage });
          controller.close();
        });
      },
    });
  const controller = new AbortController();

  const result = ask(session, { signal: controller.signal });
  await until(session, "assistant/chunk");
  controller.abort();
  await time.runAllAsync();
  await result;

  assertEquals(logged(session, "assistant/message")[0]?.data.usage, usage);
  assertFalse(time.next());
});

Deno.test("request() that is aborted keeps no tool calls and nothing blank", async () => {
  using time = new FakeTime();
  const { session } = await loop({
    script: [{
      chunks: [
        { type: "text-delta", index: 0, text: " \n" },
        {
          type: "tool-call-delta",
          index: 1,
          id: "c" as never,
          name: "look",
          argumentsDelta: "{}",
        },
      ],
      hang: true,
    }],
  });
  const controller = new AbortController();

  const result = ask(session, { signal: controller.signal });
  await until(session, "assistant/chunk");
  controller.abort();
  await time.runAllAsync();

  assertEquals(await result, { kind: "interrupted" });
  assertEquals(logged(session, "assistant/message"), []);
  assertFalse(time.next());
});

Deno.test("request() that is aborted ends a stream that knows no end", async () => {
  using time = new FakeTime();
  const { session, runtime } = await loop();
  let cancelled: unknown;
  runtime.on("llm/stream", () =>
    pulled({
      pull: (it) => it.enqueue({ type: "text-delta", index: 0, text: "a" }),
      cancel: (reason) => void (cancelled = reason),
    }));
  const controller = new AbortController();

  const result = ask(session, { signal: controller.signal });
  await until(session, "assistant/chunk");
  controller.abort("enough");
  await time.runAllAsync();

  assertEquals((await result).kind, "interrupted");
  assertEquals(cancelled, "enough");
  assertFalse(time.next());
});

Deno.test("request() takes the reason of an abort for nothing but the abort", async () => {
  const { session, runtime } = await loop();
  const controller = new AbortController();
  runtime.on("llm/stream", ({ signal }) =>
    pulled({
      pull(it) {
        controller.abort(new Error("enough"));
        it.error(signal!.reason);
      },
    }));

  const result = await ask(session, { signal: controller.signal });

  assertEquals(result, { kind: "interrupted" });
  assertEquals(end(session), INTERRUPTED);
});

Deno.test("request() takes an abort over a retry that was decided at the same time", async () => {
  const { session, adapter } = await loop({ script: [busy] });
  const controller = new AbortController();
  session.on("agent/request-error", () => {
    controller.abort();
    return RETRY;
  });

  const result = await ask(session, { signal: controller.signal });

  assertEquals(result, { kind: "interrupted" });
  assertEquals(end(session), INTERRUPTED);
  assertEquals(adapter.requests.length, 1);
});

Deno.test("request() takes an abort over a failure that nobody recovers", async () => {
  const { session } = await loop({ script: [busy] });
  const controller = new AbortController();
  session.on("agent/request-error", () => {
    controller.abort();
    return undefined;
  });

  const result = await ask(session, { signal: controller.signal });

  assertEquals(result, { kind: "interrupted" });
});

Deno.test("request() keeps an answer that was whole when the abort came", async () => {
  const { session, runtime } = await loop();
  const controller = new AbortController();
  runtime.on("llm/stream", {
    transformer: () => ({
      transform(chunk, it) {
        if (chunk.type === "finish") controller.abort();
        it.enqueue(chunk);
      },
    }),
  });

  const result = await ask(session, { signal: controller.signal });

  assertEquals(result.kind, "message");
  assertEquals(logged(session, "turn/end")[0]?.data.outcome, "done");
});
