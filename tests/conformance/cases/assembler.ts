/** Messages made of chunks. @module */

import { BlockAssembler, type StreamChunk } from "@dsh/llm";
import { textChunks, toolCallChunks } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { equal } from "../check.ts";

const CALL = toolCallChunks([{ name: "add", arguments: { a: 1 } }], {
  reasoning: "Hm.",
  text: ["One ", "two"],
});

function assembled(chunks: readonly StreamChunk[]): BlockAssembler {
  const assembler = new BlockAssembler();
  for (const chunk of chunks) assembler.push(chunk);
  return assembler;
}

/** Cases of the assembler. */
export const ASSEMBLER: readonly ConformanceCase[] = [
  {
    name: "blocks are made of deltas alone where their ends are missing",
    run() {
      const deltas = CALL.filter(({ type }) => type !== "block-end");

      equal(assembled(deltas).blocks(), assembled(CALL).blocks());
    },
  },
  {
    name: "max-tokens drops tool calls",
    run() {
      const chunks = [
        ...CALL.slice(0, -1),
        { type: "finish", reason: { kind: "max-tokens" } },
      ] as StreamChunk[];

      equal(assembled(chunks).blocks().map(({ type }) => type), [
        "reasoning",
        "text",
      ]);
    },
  },
  {
    name: "an interrupted answer keeps text and reasoning that are not blank",
    run() {
      const blank: StreamChunk = { type: "text-delta", index: 9, text: " \n" };
      const chunks = [...CALL.slice(0, -1), blank];

      equal(assembled(chunks).interruptedBlocks(), [
        { type: "reasoning", text: "Hm." },
        { type: "text", text: "One two" },
      ]);
    },
  },
  {
    name: "replay state of another number of blocks is of no use",
    run() {
      const states = [1, 2].map((length) =>
        assembled(
          textChunks("Hi", {
            replayState: { response: 1, blocks: Array(length).fill(null) },
          }),
        ).replayState
      );

      equal(states, [{ response: 1, blocks: [null] }, undefined]);
    },
  },
  {
    name: "what comes behind the finish is ignored",
    run() {
      const [first, second] = [textChunks("First"), textChunks("Second")];

      equal(
        assembled([...first, ...second]).blocks(),
        assembled(first).blocks(),
      );
    },
  },
  {
    name: "a stream is piped into an assembler",
    async run() {
      const assembler = new BlockAssembler();
      const writer = assembler.writable.getWriter();
      for (const chunk of CALL) await writer.write(chunk);
      await writer.close();

      equal(assembler.blocks(), assembled(CALL).blocks());
    },
  },
];
