// Adds to the four open maps as an application would. An augmentation holds for
// the whole program, so a `switch` of ours that took a map for closed would no
// longer compile with this file next to it.

import { assert, assertEquals, assertFalse } from "@std/assert";
import {
  CallId,
  type ContentBlock,
  contentHasImage,
  createMessage,
  createToolResultMessage,
  createUserMessage,
  type FinishReason,
  freezeMessage,
  isTokenDelta,
  type MessageSource,
  type ModelModality,
  textOf,
} from "@dsh/llm/message";
import { assemble } from "../../runtime/assemble.ts";
import { BlockAssembler } from "../../runtime/block_assembler.ts";

declare module "@dsh/llm/message" {
  interface ContentBlockMap {
    chart: { type: "chart"; points: number[] };
  }
  interface MessageSourceMap {
    cron: { kind: "cron"; job: string };
  }
  interface FinishReasonMap {
    paused: { kind: "paused"; until: number };
  }
  interface ModelModalityMap {
    audio: true;
  }
}

const chart: ContentBlock = { type: "chart", points: [1, 2] };
const cron: MessageSource = { kind: "cron", job: "nightly" };
const paused: FinishReason = { kind: "paused", until: 5 };

Deno.test("ContentBlockMap takes a block of an application and no other", () => {
  const blocks: ContentBlock[] = [chart];
  // @ts-expect-error Nobody declared a graph.
  const undeclared: ContentBlock = { type: "graph", points: [] };

  assertEquals([...blocks, undeclared].map(({ type }) => type), [
    "chart",
    "graph",
  ] as unknown as ContentBlock["type"][]);
});

Deno.test("MessageSourceMap takes a source of an application and no other", () => {
  // @ts-expect-error Nobody declared a clock.
  const undeclared: MessageSource = { kind: "clock" };

  assertEquals(createUserMessage({ content: "a", source: cron }).source, cron);
  assertEquals(
    createUserMessage({ content: "a", source: undeclared }).source,
    undeclared,
  );
});

Deno.test("FinishReasonMap takes a reason of an application and no other", () => {
  // @ts-expect-error Nobody declared boredom.
  const undeclared: FinishReason = { kind: "bored" };
  const assembler = new BlockAssembler();

  assembler.push({ type: "finish", reason: undeclared });

  assertEquals(assembler.finish, undeclared);
});

Deno.test("ModelModalityMap takes a modality of an application and no other", () => {
  const modalities: ModelModality[] = ["text", "image", "audio"];
  // @ts-expect-error Nobody declared smell.
  const undeclared: ModelModality = "smell";

  assertFalse(modalities.includes(undeclared));
});

Deno.test("createMessage() lets an unknown block and source through", () => {
  const message = createMessage({
    role: "user",
    content: [chart],
    source: cron,
  });

  assertEquals(message.content, [chart]);
  assertEquals(message.source, cron);
  assert(Object.isFrozen(message.content[0]));
});

Deno.test("createToolResultMessage() lets an unknown block through", () => {
  const callId = CallId("call-1");

  const message = createToolResultMessage({ callId, content: [chart] });

  assertEquals(message.content[0].content, [chart]);
});

Deno.test("freezeMessage() lets an unknown block through", () => {
  const message = createUserMessage({ content: [chart] });

  assertEquals(freezeMessage(message), message);
});

Deno.test("textOf() passes over an unknown block", () => {
  assertEquals(textOf(createUserMessage({ content: [chart] })), "");
});

Deno.test("contentHasImage() passes over an unknown block", () => {
  assertFalse(contentHasImage([chart]));
});

Deno.test("isTokenDelta() is false for the start of an unknown block", () => {
  assertFalse(
    isTokenDelta({ type: "block-start", index: 0, blockType: "chart" }),
  );
});

Deno.test("BlockAssembler.push() keeps an unknown block that ended", () => {
  const assembler = new BlockAssembler();

  assembler.push({ type: "block-start", index: 0, blockType: "chart" });
  assembler.push({ type: "block-end", index: 0, block: chart });

  assertEquals(assembler.blocks(), [chart]);
  assertEquals(assembler.interruptedBlocks(), []);
});

Deno.test("assemble() resolves on an unknown finish reason", async () => {
  const assembler = await assemble(
    ReadableStream.from([{ type: "finish", reason: paused } as const]),
  );

  assertEquals(assembler.finish, paused);
});
