import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { isAgentLoopRequest } from "../../../runtime/agent_loop.ts";
import { deferred } from "../../../runtime/deferred.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { textChunks, toolCallChunks } from "../../../testing/chunks.ts";
import { found, memorySink, said } from "./_events.ts";
import { ask, CONFIG, logged, loop, TOOL_CALL, types, until } from "./_loop.ts";
import { pulled } from "../_stub_adapter.ts";

const USAGE = { inputTokens: 3, outputTokens: 2 };

Deno.test("request() logs a turn of one step, from its start to its end", async () => {
  const { session } = await loop();

  await ask(session);

  assertEquals(types(session), [
    "session/start",
    "user/message",
    "turn/start",
    "step/start",
    "request/header",
    "assistant/chunk",
    "assistant/message",
    "step/end",
    "turn/end",
  ]);
});

Deno.test("request() logs each chunk as it came, with its turn and step", async () => {
  const chunks = textChunks("Hello there", { usage: USAGE });
  const { session } = await loop({ script: [chunks] });

  await ask(session);

  assertEquals(
    logged(session, "assistant/chunk").map(({ data }) => data),
    chunks.map((chunk) => ({ turn: 1, step: 1, chunk })),
  );
});

Deno.test("request() logs the answer with its source, its usage and the seqs of its chunks", async () => {
  const chunks = textChunks("Hello", { usage: USAGE, replayState: { id: 7 } });
  const { session } = await loop({ script: [chunks] });

  await ask(session);

  const [{ data, surfaceOp, sourceEventSeqs }] = logged(
    session,
    "assistant/message",
  ) as [SessionEvent & { type: "assistant/message" }];
  assertEquals(data.message.content, [{ type: "text", text: "Hello" }]);
  assertEquals(data.message.source as object, {
    kind: "model",
    ...CONFIG,
    replayState: { id: 7 },
  });
  assertEquals(data.usage, USAGE);
  assertEquals(data.interrupted, undefined);
  assertEquals(surfaceOp, { op: "append" });
  assertEquals(
    sourceEventSeqs,
    logged(session, "assistant/chunk").map(({ seq }) => seq),
  );
});

Deno.test("request() comes to the answer, as it is logged", async () => {
  const { session } = await loop({
    script: [textChunks("Hello", { usage: USAGE })],
  });

  const result = await ask(session);

  const [event] = logged(session, "assistant/message");
  assert(result.kind === "message" && Object.isFrozen(result));
  assertEquals(result.message, event!.data.message);
  assertEquals(result.usage, USAGE);
});

Deno.test("request() sends what the model sees, and shows it the answer from then on", async () => {
  const { session, adapter } = await loop();

  await ask(session);
  await session.append(said("Again"));
  await ask(session);

  const [first, second] = adapter.requests;
  assertEquals(first!.messages, [said("Hi")]);
  assertEquals(second!.messages, [...session.messages].slice(0, 3));
});

Deno.test("request() sends a request that is marked, deeply frozen and of its session", async () => {
  const { session, adapter, runtime } = await loop();
  let marked = false;
  runtime.on("llm/stream", (options, next) => {
    marked = isAgentLoopRequest(options);
    return next();
  });

  await ask(session, { config: { ...CONFIG, stop: ["END"] } });

  const [request] = adapter.requests;
  const { messages, stop } = request!;
  assert(marked);
  assert([request, messages, messages[0], messages[0]!.content, stop].every(
    Object.isFrozen,
  ));
  assertStrictEquals(request!.sessionId, session.id);
});

Deno.test("request() numbers turns, and the steps of each", async () => {
  const { session } = await loop({
    script: [TOOL_CALL, textChunks("Found"), textChunks("Bye")],
  });

  await ask(session);
  await session.append(found("it"));
  await ask(session);
  await session.append(said("Thanks"));
  await ask(session);

  assertEquals(logged(session, "step/start").map(({ data }) => data), [
    { turn: 1, step: 1 },
    { turn: 1, step: 2 },
    { turn: 2, step: 1 },
  ]);
  assertEquals(
    logged(session, "step/end").map(({ data }) => data),
    logged(session, "step/start").map(({ data }) => data),
  );
  assertEquals(logged(session, "turn/end").map(({ data }) => data), [
    { turn: 1, outcome: "done" },
    { turn: 2, outcome: "done" },
  ]);
});

Deno.test("request() leaves a turn open whose answer calls tools", async () => {
  const { session } = await loop({ script: [TOOL_CALL] });

  const { kind } = await ask(session);

  assertEquals(kind, "message");
  assertEquals(types(session).slice(-2), ["assistant/message", "step/end"]);
});

Deno.test("request() ends a turn whose tool calls were cut off", async () => {
  const chunks = toolCallChunks([{ name: "look", arguments: {} }], {
    text: "Well",
    finish: { kind: "max-tokens" },
  });
  const { session } = await loop({ script: [chunks] });

  await ask(session);

  assertEquals(logged(session, "turn/end")[0]?.data.outcome, "done");
  assertEquals(logged(session, "assistant/message")[0]?.data.message.content, [
    { type: "text", text: "Well" },
  ]);
});

Deno.test("request() makes all of it durable at its end, tool calls too", async () => {
  const sink = memorySink();
  const { session } = await loop({
    script: [TOOL_CALL, textChunks("Found")],
    sink,
  });

  await ask(session);
  const called = session.revision;
  await session.append(found("it"));
  await ask(session);

  assertEquals(sink.syncs, [called, session.revision]);
});

Deno.test("request() asks whom nobody serves through runtime.stream(), since a listener may", async () => {
  const { session, runtime } = await loop();
  runtime.on(
    "llm/stream",
    () => ReadableStream.from(textChunks("From a listener")),
  );

  const result = await ask(session, {
    config: { provider: "nobody", model: "m" },
  });

  assertEquals(result.kind, "message");
  assertEquals(logged(session, "request/header")[0]?.data.header, {
    config: { provider: "nobody", model: "m" },
    adapterDefaults: {},
  });
});

Deno.test("request() fails where nobody serves the route at all", async () => {
  const { session } = await loop();

  const result = await ask(session, {
    config: { provider: "nobody", model: "m" },
  });

  assert(result.kind === "error");
  assertEquals(result.failure.code, "NO_ADAPTER");
});

Deno.test("request() lets messages be appended meanwhile, which the next one shows", async () => {
  const { promise: goOn, resolve } = deferred<void>();
  const held = pulled({
    async pull(controller) {
      await goOn;
      for (const chunk of textChunks("Hello")) controller.enqueue(chunk);
      controller.close();
    },
  });
  const { session, adapter } = await loop({
    script: [held, textChunks("Bye")],
  });

  const { result } = session.request({ config: CONFIG });
  await until(session, "request/header");
  await session.append(said("One more thing"));
  resolve();
  await result;
  await ask(session);

  assertEquals(adapter.requests[0]!.messages, [said("Hi")]);
  assertEquals(adapter.requests[1]!.messages.slice(0, 2), [
    said("Hi"),
    said("One more thing"),
  ]);
});

Deno.test("request() shows the model what stood there when the step began, whoever appends", async () => {
  const late: Promise<unknown>[] = [];
  const sink = {
    write({ type }: SessionEvent) {
      if (type !== "step/start") return;
      for (const text of ["Late", "Later"]) {
        late.push(session.append(said(text)));
      }
    },
  };
  const { session, adapter } = await loop({ sink });

  await ask(session);
  await Promise.all(late);

  assertEquals(adapter.requests[0]!.messages, [said("Hi")]);
  assertEquals(logged(session, "user/message").length, 3);
});
