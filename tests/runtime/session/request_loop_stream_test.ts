import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { StreamChunk } from "../../../message.ts";
import { deferred } from "../../../runtime/deferred.ts";
import { LlmError } from "../../../runtime/error.ts";
import type { LlmFailure } from "../../../message.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { streamOf } from "../_stub_adapter.ts";
import { said } from "./_events.ts";
import { ask, logged, loop, types } from "./_loop.ts";

const busy = new LlmError("Cannot answer: too busy", "SERVER");
const BEGINNING = textChunks("Hello").slice(0, 2);

const ODD: [
  name: string,
  stream: () => ReadableStream<StreamChunk>,
  code: string,
][] = [
  ["throws", () => {
    throw busy;
  }, "SERVER"],
  ["fails", () => streamOf(BEGINNING, (it) => it.error(busy)), "SERVER"],
  ["ends without a finish", () => streamOf(BEGINNING), "STREAM_CLOSED"],
  ["ends at once", () => streamOf([]), "STREAM_CLOSED"],
  [
    "holds what is no chunk",
    () => streamOf([{ type: "odd" } as never]),
    "MALFORMED_RESPONSE",
  ],
  ["holds nothing", () => streamOf([null as never]), "MALFORMED_RESPONSE"],
  [
    "holds a block nobody can finish",
    () =>
      streamOf([
        { type: "block-start", index: 0, blockType: "odd" as never },
        { type: "finish", reason: { kind: "stop" } },
      ]),
    "MALFORMED_RESPONSE",
  ],
  ["holds what is not JSON", () =>
    streamOf([
      { type: "block-end", index: 0, block: { type: "odd", n: 1n } as never },
    ]), "MALFORMED_RESPONSE"],
];

for (const [name, stream, code] of ODD) {
  Deno.test(`request() fails with ${code} where a listener's stream ${name}`, async () => {
    const { session, runtime } = await loop();
    runtime.on("llm/stream", stream);
    const heard: LlmFailure[] = [];
    session.on("agent/request-error", ({ failure }) => {
      heard.push(failure);
      return undefined;
    });

    const result = await ask(session);

    assert(result.kind === "error");
    assertEquals(result.failure.code, code);
    assertStrictEquals(heard[0], result.failure);
    assertEquals(types(session).slice(-2), ["step/end", "turn/end"]);
    assertEquals(session.messages, [said("Hi")]);
  });
}

Deno.test("request() cancels a stream that holds what is no chunk", async () => {
  const { session, runtime } = await loop();
  const cancelled = deferred<void>();
  runtime.on("llm/stream", () =>
    new ReadableStream({
      start: (controller) => controller.enqueue({ type: "odd" } as never),
      cancel: () => cancelled.resolve(),
    }));

  await ask(session);

  await cancelled.promise;
});

Deno.test("request() logs nothing behind a finish that comes with it", async () => {
  const { session, runtime } = await loop();
  runtime.on("llm/stream", {
    transformer: () => ({
      transform(chunk, it) {
        it.enqueue(chunk);
        if (chunk.type !== "finish") return;
        it.enqueue({ type: "text-delta", index: 5, text: "More" });
      },
    }),
  });

  await ask(session);

  assertEquals(
    logged(session, "assistant/chunk").map(({ data }) => data.chunk),
    textChunks("Hello"),
  );
});

Deno.test("request() logs nothing behind a finish, and cancels what goes on", async () => {
  const { session, runtime } = await loop();
  const cancelled = deferred<void>();
  runtime.on("llm/stream", () =>
    new ReadableStream({
      start(controller) {
        for (const chunk of textChunks("Hello")) controller.enqueue(chunk);
        controller.enqueue({ type: "text-delta", index: 5, text: "More" });
      },
      cancel: () => cancelled.resolve(),
    }));

  const result = await ask(session);
  await cancelled.promise;

  assertEquals(result.kind, "message");
  assertEquals(
    logged(session, "assistant/chunk").map(({ data }) => data.chunk),
    textChunks("Hello"),
  );
});
