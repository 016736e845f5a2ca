/**
 * What holds for the chunks of every answer.
 *
 * @module
 */

import type { StreamChunk, TokenUsage } from "../../message.ts";
import { BlockAssembler } from "../../runtime/block_assembler.ts";
import { readCall, type Transcript } from "./_call.ts";
import type { Fault, Rule } from "./_kit.ts";
import { describeEnd, succeeded } from "./_outcome.ts";
import type { AdapterScenario } from "./adapter_subject.ts";

/** Looks for what is wrong with an answer. */
type FindFault = (
  transcript: Transcript,
  scenario: AdapterScenario,
) => Fault | undefined;

/** Makes a rule for the answers of all scenarios. */
export function forEveryAnswer(rule: string, find: FindFault): Rule {
  return {
    rule,
    check: (kit) =>
      kit.each(async (trial) => {
        const { scenario } = trial;
        const fault = find(await readCall(kit, trial), scenario);
        if (fault !== undefined) throw kit.broken({ scenario, ...fault });
      }),
  };
}

/** The rules. */
export const CHUNK_RULES: readonly Rule[] = [
  forEveryAnswer("every chunk has what its type has", ({ chunks }) => {
    const assembler = new BlockAssembler();
    try {
      for (const chunk of chunks) {
        assembler.push(chunk);
        if (chunk.type !== "finish" || chunk.reason?.kind) continue;
        return { expected: "a finish with a reason", got: "none" };
      }
    } catch (error) {
      const { message } = error as Error;
      return { expected: "chunks that can be folded", got: `"${message}"` };
    }
    return undefined;
  }),
  forEveryAnswer(
    "a call ends once, with a finish as its last chunk or with an error",
    findEndFault,
  ),
  forEveryAnswer("usage comes at most once", ({ chunks }) => {
    const got = chunks.filter((chunk) => chunk.type === "usage").length;
    return got < 2
      ? undefined
      : { expected: "one usage chunk at most", got: `${got}` };
  }),
  forEveryAnswer(
    "usage counts are 0 or more, and reasoning is part of the output",
    ({ chunks }) => {
      const usage = chunks.find((chunk) => chunk.type === "usage");
      return usage === undefined ? undefined : findUsageFault(usage.usage);
    },
  ),
  forEveryAnswer("an index is an integer, 0 or more", ({ chunks }) => {
    const wrong = chunks.find((chunk) =>
      "index" in chunk && !(Number.isSafeInteger(chunk.index) &&
        chunk.index >= 0)
    );
    return wrong && { expected: "such an index", got: describe(wrong) };
  }),
  forEveryAnswer(
    "a block starts before it grows, and once",
    ({ chunks }) => {
      const seen = new Set<number>();
      const ended = new Set<number>();
      for (const chunk of chunks) {
        if (!("index" in chunk)) continue;
        const { type, index } = chunk;
        // What comes after the end is a matter of another rule.
        if (type === "block-start" && seen.has(index) && !ended.has(index)) {
          return { expected: "one start, first", got: describe(chunk) };
        }
        seen.add(index);
        if (type === "block-end") ended.add(index);
      }
      return undefined;
    },
  ),
  forEveryAnswer("a block is of one type", ({ chunks }) => {
    const types = new Map<number, string>();
    for (const chunk of chunks) {
      const type = blockTypeOf(chunk);
      if (type === undefined || !("index" in chunk)) continue;
      const known = types.get(chunk.index) ?? type;
      if (known !== type) {
        return { expected: `a block of ${known}`, got: describe(chunk) };
      }
      types.set(chunk.index, known);
    }
    return undefined;
  }),
  forEveryAnswer(
    "nothing comes of a block after its end, and no index is used again",
    ({ chunks }) => {
      const ended = new Set<number>();
      for (const chunk of chunks) {
        if (!("index" in chunk)) continue;
        if (ended.has(chunk.index)) {
          const expected = `nothing more of block ${chunk.index}`;
          return { expected, got: describe(chunk) };
        }
        if (chunk.type === "block-end") ended.add(chunk.index);
      }
      return undefined;
    },
  ),
  forEveryAnswer("a whole block equals its deltas", findBlockFault),
  forEveryAnswer(
    "blocks stay open only where a call fails",
    (transcript) => {
      const open = new Map<number, boolean>();
      for (const chunk of transcript.chunks) {
        if (!("index" in chunk) || open.get(chunk.index) === false) continue;
        open.set(chunk.index, chunk.type !== "block-end");
      }
      const left = [...open.keys()].filter((index) => open.get(index));
      return left.length === 0 || !succeeded(transcript) ? undefined : {
        expected: "an end of each block",
        got: `${describeEnd(transcript)} and block ${left.join(", ")} open`,
      };
    },
  ),
];

function findEndFault(
  transcript: Transcript,
  scenario: AdapterScenario,
): Fault | undefined {
  const { chunks, error } = transcript;
  const expected = "one finish, last";
  const at = chunks.findIndex(({ type }) => type === "finish");
  const next = chunks[at + 1];
  if (at === -1) {
    // The runtime tells a cut answer by its missing finish, so that may do.
    return error !== undefined || scenario === "cut"
      ? undefined
      : { expected, got: describeEnd(transcript) };
  }
  if (next !== undefined) {
    return { expected, got: `${describe(next)} after it` };
  }
  return error && { expected, got: `${describeEnd(transcript)} after it` };
}

function findUsageFault(usage: TokenUsage): Fault | undefined {
  const { inputTokens, outputTokens, ...rest } = usage ?? {};
  const { cacheReadTokens, cacheWriteTokens, reasoningTokens } = rest;
  const counts = {
    inputTokens,
    outputTokens,
    ...(cacheReadTokens !== undefined && { cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
  for (const [name, count] of Object.entries(counts)) {
    if (Number.isFinite(count) && count >= 0) continue;
    return { expected: "counts of 0 or more", got: `"${name}": ${count}` };
  }
  return reasoningTokens === undefined || reasoningTokens <= outputTokens
    ? undefined
    : {
      expected: `"reasoningTokens" of ${outputTokens} at most`,
      got: `${reasoningTokens}`,
    };
}

function findBlockFault({ chunks }: Transcript): Fault | undefined {
  const deltas = new Map<number, { text: string; id: string; name: string }>();
  const ended = new Set<number>();
  for (const chunk of chunks) {
    if (!("index" in chunk) || ended.has(chunk.index)) continue;
    const sum = deltas.get(chunk.index) ?? { text: "", id: "", name: "" };
    deltas.set(chunk.index, sum);
    switch (chunk.type) {
      case "text-delta":
      case "reasoning-delta":
        sum.text += chunk.text ?? "";
        break;
      case "tool-call-delta":
        sum.text += chunk.argumentsDelta ?? "";
        sum.id = chunk.id || sum.id;
        sum.name = chunk.name || sum.name;
        break;
      case "block-end": {
        ended.add(chunk.index);
        const { block } = chunk;
        const whole = partsOf(block);
        if (whole === undefined) break;
        const parts = block.type === "tool-call" ? sum : { text: sum.text };
        const [expected, got] = [parts, whole].map((part) =>
          JSON.stringify(part)
        );
        if (expected !== got) return { expected: expected!, got: got! };
      }
    }
  }
  return undefined;
}

type Block = (StreamChunk & { type: "block-end" })["block"];

/** What the deltas of a block make up, if there are deltas of such a block. */
function partsOf(block: Block | undefined): object | undefined {
  switch (block?.type) {
    case "text":
    case "reasoning":
      return { text: block.text };
    case "tool-call":
      return { text: block.arguments, id: block.id, name: block.name };
    default:
      return undefined;
  }
}

function blockTypeOf(chunk: StreamChunk): string | undefined {
  switch (chunk.type) {
    case "block-start":
      return chunk.blockType;
    case "block-end":
      return chunk.block?.type;
    case "text-delta":
    case "reasoning-delta":
    case "tool-call-delta":
      return chunk.type.slice(0, -"-delta".length);
    default:
      return undefined;
  }
}

function describe(chunk: StreamChunk): string {
  return "index" in chunk
    ? `a "${chunk.type}" of block ${chunk.index}`
    : `a "${chunk.type}"`;
}
