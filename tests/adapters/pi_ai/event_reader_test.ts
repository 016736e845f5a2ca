import { assertEquals } from "@std/assert";
import type { PiAiEvent } from "../../../adapters/pi_ai/pi_ai_module.ts";
import { ProviderRequestId } from "../../../message.ts";
import { answer, textEvents, usage } from "./_fake.ts";
import { callEvents, done, outcome, read, TEXT, toolCall } from "./_events.ts";

Deno.test("EventReader makes chunks of a text", () => {
  const { chunks } = read(textEvents("Hello"));

  assertEquals(chunks, [
    { type: "block-start", index: 0, blockType: "text" },
    { type: "text-delta", index: 0, text: "Hello" },
    { type: "block-end", index: 0, block: { type: "text", text: "Hello" } },
    {
      type: "finish",
      reason: { kind: "stop" },
      replayState: {
        response: {
          v: 1,
          api: "openai-completions",
          provider: "gateway",
          model: "m",
        },
        blocks: [null],
      },
    },
  ]);
});

Deno.test("EventReader tells usage before the finish", () => {
  const { chunks } = read([
    ...textEvents("a").slice(0, -1),
    done("stop", { usage: usage(3, 2) }),
  ]);

  assertEquals(chunks.slice(-2).map(({ type }) => type), ["usage", "finish"]);
  assertEquals(chunks.at(-2), {
    type: "usage",
    usage: { inputTokens: 3, outputTokens: 2 },
  });
});

Deno.test("EventReader makes chunks of thinking, with its signature for later", () => {
  const thinking = {
    type: "thinking",
    thinking: "hm",
    thinkingSignature: "s",
  } as const;
  const partial = answer({ content: [thinking] });

  const { chunks } = read([
    { type: "thinking_start", contentIndex: 0, partial },
    { type: "thinking_delta", contentIndex: 0, delta: "hm", partial },
    { type: "thinking_end", contentIndex: 0, content: "hm", partial },
    { type: "done", reason: "stop", message: partial },
  ]);

  assertEquals(chunks.slice(1, 3), [
    { type: "reasoning-delta", index: 0, text: "hm" },
    { type: "block-end", index: 0, block: { type: "reasoning", text: "hm" } },
  ]);
  const finish = chunks.at(-1) as { replayState?: { blocks: unknown } };
  assertEquals(finish.replayState?.blocks, [{ thinkingSignature: "s" }]);
});

Deno.test("EventReader shows nothing of thinking that is hidden", () => {
  const thinking = {
    type: "thinking",
    thinking: "[Reasoning redacted]",
    thinkingSignature: "s",
    redacted: true,
  } as const;
  const partial = answer({ content: [thinking] });

  const { chunks } = read([
    { type: "thinking_start", contentIndex: 0, partial },
    {
      type: "thinking_end",
      contentIndex: 0,
      content: thinking.thinking,
      partial,
    },
    { type: "done", reason: "stop", message: partial },
  ]);

  assertEquals(chunks[1], {
    type: "block-end",
    index: 0,
    block: { type: "reasoning", text: "" },
  });
  const finish = chunks.at(-1) as { replayState?: { blocks: unknown } };
  assertEquals(finish.replayState?.blocks, [{
    thinkingSignature: "s",
    redacted: true,
  }]);
});

Deno.test("EventReader sends what came in no piece", () => {
  const partial = answer({ content: [TEXT] });

  const { chunks } = read([
    { type: "text_delta", contentIndex: 0, delta: "Hel", partial },
    { type: "text_end", contentIndex: 0, content: "Hello", partial },
  ]);

  assertEquals(chunks.slice(2), [
    { type: "text-delta", index: 0, text: "lo" },
    { type: "block-end", index: 0, block: { type: "text", text: "Hello" } },
  ]);
});

for (const content of ["Hello", "Goodbye, and thanks"]) {
  Deno.test(`EventReader keeps to the pieces where the end says "${content}"`, () => {
    const partial = answer({ content: [TEXT] });

    const { chunks } = read([
      { type: "text_delta", contentIndex: 0, delta: "Hello\n\n", partial },
      { type: "text_end", contentIndex: 0, content, partial },
    ]);

    assertEquals(chunks.slice(2), [{
      type: "block-end",
      index: 0,
      block: { type: "text", text: "Hello\n\n" },
    }]);
  });
}

const CONTENT = textEvents("a").slice(0, -1);

const OUTCOMES: readonly [string, PiAiEvent[], string][] = [
  ["a stop as one", [...CONTENT, done("stop")], "stop"],
  ["a stop after a tool call as tool calls", [
    ...callEvents(["{}"], toolCall()),
    done("stop"),
  ], "tool-calls"],
  [
    "the use of tools as tool calls",
    [...CONTENT, done("toolUse")],
    "tool-calls",
  ],
  ["the limit as that", [...CONTENT, done("length")], "max-tokens"],
  [
    "a stop without content as an empty response",
    [done("stop")],
    "EMPTY_RESPONSE",
  ],
  [
    "the use of no tools as an empty response",
    [done("toolUse")],
    "EMPTY_RESPONSE",
  ],
  ["the limit without content as that", [done("length")], "max-tokens"],
  [
    "a deferred response as a failure",
    [...CONTENT, done("deferred")],
    "DEFERRED",
  ],
  ["a reason of its own as a failure", [...CONTENT, done("bored")], "BORED"],
  ["no reason as a failure", [...CONTENT, done(" ")], "MALFORMED_RESPONSE"],
  ["a tool call that never ended as a failure", [
    ...callEvents(['{"p":'], toolCall()).slice(0, -1),
    done("toolUse"),
  ], "MALFORMED_RESPONSE"],
  ["a whole tool call that never ended as one", [
    ...callEvents(["{}"], toolCall()).slice(0, -1),
    done("toolUse"),
  ], "tool-calls"],
];

for (const [name, events, expected] of OUTCOMES) {
  Deno.test(`EventReader takes ${name}`, () => {
    const { chunks, reader } = read(events);

    assertEquals(outcome(chunks), expected);
    assertEquals(reader.done, true);
  });
}

Deno.test("EventReader names the exchange in a failure", () => {
  const last = read([done("stop")]).chunks.at(-1);

  assertEquals(
    last?.type === "finish" && "failure" in last.reason &&
      last.reason.failure.requestId,
    ProviderRequestId("r1"),
  );
});

Deno.test("EventReader takes a response to a request that was too long as an overflow", () => {
  assertEquals(
    outcome(read(textEvents("a"), { overflows: true }).chunks),
    "CONTEXT_WINDOW_EXCEEDED",
  );
});

Deno.test("EventReader keeps what came before a failure, and what it has cost", () => {
  const { reader, chunks } = read([
    ...CONTENT,
    {
      type: "error",
      reason: "error",
      error: answer({ errorMessage: "No", usage: usage(3, 2) }),
    },
  ]);

  assertEquals(chunks.length, 3);
  assertEquals([reader.failure?.code, reader.done], ["FAILED", false]);
  assertEquals(reader.usage, { inputTokens: 3, outputTokens: 2 });
});

Deno.test("EventReader reads nothing after the end", () => {
  const { chunks } = read([...textEvents("a"), ...textEvents("b")]);

  assertEquals(chunks.length, 4);
});

Deno.test("EventReader lets through what a newer pi-ai may tell", () => {
  const news = { type: "image_start" } as unknown as PiAiEvent;

  assertEquals(read([news, ...textEvents("a")]).chunks.length, 4);
});

Deno.test("EventReader tells facts of the answer", () => {
  const { facts, reports } = read([
    ...CONTENT,
    done("stop", {
      responseId: "r",
      responseModel: "m2",
      rawStopReason: "end_turn",
      diagnostics: [{ type: "odd" }],
    }),
  ]);

  assertEquals(facts, {
    responseId: "r",
    model: "m2",
    rawFinishReason: "end_turn",
  });
  assertEquals(reports, ["PI_AI_DIAGNOSTIC"]);
});
