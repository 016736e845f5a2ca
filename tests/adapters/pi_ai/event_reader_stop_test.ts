import { assertEquals } from "@std/assert";
import type { PiAiEvent } from "../../../adapters/pi_ai/pi_ai_module.ts";
import { answer, usage } from "./_fake.ts";
import { callEvents, done, outcome, read, TEXT, toolCall } from "./_events.ts";

/** A text in pieces that ends, and goes on, with what it cost. */
function pieces(...deltas: string[]): PiAiEvent[] {
  const partial = answer({ content: [TEXT], usage: usage(3, 2) });
  return [
    ...deltas.map((delta): PiAiEvent => ({
      type: "text_delta",
      contentIndex: 0,
      delta,
      partial,
    })),
    { type: "text_end", contentIndex: 0, content: deltas.join(""), partial },
    { type: "done", reason: "stop", message: partial },
  ];
}

Deno.test("EventReader ends the text before a stop string, and tells no usage", () => {
  const { chunks, reader } = read(pieces("The E", "ND of it"), {
    stop: ["END"],
  });

  assertEquals(chunks.slice(0, 3), [
    { type: "block-start", index: 0, blockType: "text" },
    { type: "text-delta", index: 0, text: "The " },
    { type: "block-end", index: 0, block: { type: "text", text: "The " } },
  ]);
  assertEquals([outcome(chunks), chunks.length, reader.cut], ["stop", 4, true]);
});

Deno.test("EventReader shows what only began as a stop string", () => {
  const { chunks, reader } = read(pieces("The E", "N"), { stop: ["END"] });

  assertEquals(chunks.at(-3), {
    type: "block-end",
    index: 0,
    block: { type: "text", text: "The EN" },
  });
  assertEquals([outcome(chunks), reader.cut], ["stop", false]);
});

Deno.test("EventReader finds a stop string that came in no piece", () => {
  const partial = answer({ content: [TEXT] });

  const { chunks } = read([
    { type: "text_delta", contentIndex: 0, delta: "The E", partial },
    { type: "text_end", contentIndex: 0, content: "The END of it", partial },
  ], { stop: ["END"] });

  assertEquals(chunks.at(-2), {
    type: "block-end",
    index: 0,
    block: { type: "text", text: "The " },
  });
  assertEquals(outcome(chunks), "stop");
});

Deno.test("EventReader looks for stop strings in text alone", () => {
  const call = toolCall();
  const partial = answer({ content: [call] });

  const { chunks } = read([
    { type: "thinking_delta", contentIndex: 1, delta: "END", partial },
    ...callEvents(['{"END":1}'], call),
    done("toolUse", { content: [call] }),
  ], { stop: ["END", ""] });

  assertEquals(outcome(chunks), "tool-calls");
});

Deno.test("EventReader does not take a tool call for whole that a stop string cut", () => {
  const partial = answer({ content: [toolCall(), TEXT] });

  const { chunks } = read([
    ...callEvents(['{"p":'], toolCall()).slice(0, -1),
    { type: "text_delta", contentIndex: 1, delta: "END", partial },
  ], { stop: ["END"] });

  assertEquals(outcome(chunks), "MALFORMED_RESPONSE");
});
