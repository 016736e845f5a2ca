import { assertEquals } from "@std/assert";
import type { PiAiEvent } from "../../../adapters/pi_ai/pi_ai_module.ts";
import { callEvents, done, outcome, read, TEXT, toolCall } from "./_events.ts";
import { answer } from "./_fake.ts";

/** An end that pi-ai takes for a failure. */
function failedEnd(reason: string, errorMessage: string): PiAiEvent {
  return {
    type: "error",
    reason: "error",
    error: answer({
      content: [{ ...TEXT, text: "Hi" }],
      stopReason: "error",
      rawStopReason: reason,
      errorMessage,
    }),
  };
}

const TEXT_EVENTS: PiAiEvent[] = [
  { type: "text_start", contentIndex: 0, partial: answer() },
  { type: "text_delta", contentIndex: 0, delta: "Hi", partial: answer() },
];

for (const delta of [null, 5, [{ type: "text", text: "Hi" }]]) {
  for (const type of ["text_delta", "thinking_delta"] as const) {
    Deno.test(`EventReader cannot read a ${type} of ${JSON.stringify(delta)}`, () => {
      const { reader, chunks } = read([
        ...TEXT_EVENTS,
        {
          type,
          contentIndex: 0,
          delta: delta as never,
          partial: answer(),
        },
        done("stop"),
      ]);

      assertEquals(reader.failure?.failure as unknown, {
        message: "Cannot read response: a piece of it is no text",
        code: "MALFORMED_RESPONSE",
        requestId: "r1",
      });
      assertEquals(chunks.map((chunk) => chunk.type), [
        "block-start",
        "text-delta",
      ]);
    });
  }
}

Deno.test("EventReader cannot read arguments that are a list", () => {
  const { reader } = read(callEvents([[] as never], toolCall()));

  assertEquals(reader.failure?.code, "MALFORMED_RESPONSE");
});

Deno.test("EventReader writes arguments that are an object as text", () => {
  const call = toolCall();

  const { chunks } = read([
    ...callEvents([{ p: "/" } as never], call),
    done("toolUse", { content: [call] }),
  ]);

  assertEquals(chunks.find(({ type }) => type === "block-end"), {
    type: "block-end",
    index: 0,
    block: {
      type: "tool-call",
      id: "a" as never,
      name: "ls",
      arguments: '{"p":"/"}',
    },
  });
});

Deno.test("EventReader keeps arguments that a call begins with", () => {
  const begun = answer({ content: [toolCall({ arguments: { p: "/" } })] });
  const call = toolCall({ arguments: {} });

  const { chunks } = read([
    { type: "toolcall_start", contentIndex: 0, partial: begun },
    { type: "toolcall_end", contentIndex: 0, toolCall: call, partial: begun },
    done("toolUse", { content: [call] }),
  ]);

  const end = chunks.find((chunk) => chunk.type === "block-end");
  assertEquals(
    end?.block.type === "tool-call" && end.block.arguments,
    '{"p":"/"}',
  );
});

Deno.test("EventReader prefers the pieces of arguments to what a call begins with", () => {
  const begun = answer({ content: [toolCall({ arguments: { p: "/" } })] });
  const call = toolCall({ arguments: { q: 1 } });

  const { chunks } = read(callEvents(['{"q":1}'], call, begun));

  const end = chunks.find((chunk) => chunk.type === "block-end");
  assertEquals(
    end?.block.type === "tool-call" && end.block.arguments,
    '{"q":1}',
  );
});

Deno.test("EventReader writes an id that is a number as text", () => {
  const call = toolCall({ id: 7 as never });

  const { chunks } = read([
    ...callEvents(["{}"], call),
    done("toolUse", { content: [call] }),
  ]);

  const deltas = chunks.filter((chunk) => chunk.type === "tool-call-delta");
  assertEquals(deltas.map(({ id }) => id as string), ["7", "7"]);
});

Deno.test("EventReader takes a text without text for no answer", () => {
  const { chunks } = read([
    { type: "text_start", contentIndex: 0, partial: answer() },
    { type: "text_end", contentIndex: 0, content: "", partial: answer() },
    done("stop", { content: [TEXT] }),
  ]);

  assertEquals(outcome(chunks), "EMPTY_RESPONSE");
});

Deno.test("EventReader takes thinking that nobody may read for an answer", () => {
  const content = [{ type: "thinking" as const, thinking: "" }];

  const { chunks } = read([
    { type: "thinking_start", contentIndex: 0, partial: answer() },
    { type: "thinking_end", contentIndex: 0, content: "", partial: answer() },
    done("stop", { content }),
  ]);

  assertEquals(outcome(chunks), "stop");
});

for (const reason of ["eos", "end_turn"]) {
  Deno.test(`EventReader takes the end "${reason}" for one`, () => {
    const { chunks, facts } = read([
      ...TEXT_EVENTS,
      failedEnd(reason, `Provider finish_reason: ${reason}`),
    ]);

    assertEquals(outcome(chunks), "stop");
    assertEquals(facts.rawFinishReason, reason);
  });
}

Deno.test("EventReader takes what fails after a usual end for a failure", () => {
  const { reader } = read([...TEXT_EVENTS, failedEnd("eos", "Overloaded")]);

  assertEquals(reader.failure?.message, "Overloaded");
});

/** The thinking that some pieces and a whole come to. */
function thinking(pieces: string[], content: string) {
  const partial = answer({
    content: [{ type: "thinking", thinking: content }],
  });
  const { chunks } = read([
    { type: "thinking_start", contentIndex: 0, partial },
    ...pieces.map((delta): PiAiEvent => ({
      type: "thinking_delta",
      contentIndex: 0,
      delta,
      partial,
    })),
    { type: "thinking_end", contentIndex: 0, content, partial },
    done("stop"),
  ]);
  const end = chunks.find((chunk) => chunk.type === "block-end");
  return {
    text: end?.block.type === "reasoning" ? end.block.text : undefined,
    deltas: chunks.flatMap((chunk) =>
      chunk.type === "reasoning-delta" ? chunk.text : []
    ),
  };
}

const THOUGHTS: [string, string[], string, string[]][] = [
  ["nothing after one part", ["One", "\n\n"], "One", ["One"]],
  [
    "an empty line between parts",
    ["One", "\n\n", "Two", "\n\n"],
    "One\n\nTwo",
    ["One", "\n\nTwo"],
  ],
  [
    "an empty line that the model wrote last",
    ["One\n\n"],
    "One\n\n",
    ["One", "\n\n"],
  ],
  [
    "more empty lines than one",
    ["One\n\n", "\n\n", "Two"],
    "One\n\n\n\nTwo",
    ["One", "\n\n", "\n\nTwo"],
  ],
];

for (const [what, pieces, text, deltas] of THOUGHTS) {
  Deno.test(`EventReader shows ${what} of thinking`, () => {
    assertEquals(thinking(pieces, text), { text, deltas });
  });
}

Deno.test("EventReader tells what an answer is called that it ends itself", () => {
  const partial = answer({ responseId: "r", responseModel: "m-2026" });

  const { facts } = read([
    { type: "text_start", contentIndex: 0, partial },
    { type: "text_delta", contentIndex: 0, delta: "a STOP b", partial },
  ], { stop: ["STOP"] });

  assertEquals(facts, { model: "m-2026", responseId: "r" });
});
