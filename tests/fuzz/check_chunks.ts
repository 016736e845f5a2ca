/**
 * What must hold of the chunks of every call.
 *
 * @module
 */

import {
  BlockAssembler,
  type ContentBlock,
  type LlmFailure,
  type StreamChunk,
} from "../../mod.ts";

/** Takes the name of a rule that is broken, and how. */
export type Break = (rule: string) => void;

/** A block as its deltas make it. */
interface Grown {
  readonly type: string;
  text: string;
  id: string;
  name: string;
  open: boolean;
}

/**
 * Holds chunks to what is promised of every adapter's: one `finish`, the last
 * chunk, with a failure that can be used if it is one.
 *
 * @param chunks What a call brought, complete.
 * @param broken Takes what is wrong.
 */
export function checkEnd(chunks: readonly StreamChunk[], broken: Break): void {
  const finishes = chunks.filter(({ type }) => type === "finish").length;
  if (finishes !== 1) broken(`one finish: ${finishes}`);
  const last = chunks.at(-1);
  if (last?.type !== "finish") return broken("the finish is last");
  const { reason } = last;
  if (reason.kind === "error" || reason.kind === "aborted") {
    checkFailure(reason.failure, broken);
  }
}

/** Holds a failure to its form. */
export function checkFailure(failure: LlmFailure, broken: Break): void {
  const { code, message, status, providerRetryAfterMs: delay } = failure;
  if (typeof code !== "string" || code === "") broken("a code");
  if (typeof message !== "string" || message === "") broken("a message");
  if (
    status !== undefined &&
    !(Number.isInteger(status) && status >= 100 && status <= 599)
  ) broken(`a status: ${status}`);
  if (delay !== undefined && !(delay > 0 && delay < Infinity)) {
    broken(`a delay: ${delay}`);
  }
  if (!Object.isFrozen(failure)) broken("a frozen failure");
}

/**
 * Holds chunks to what is promised of the module's own adapters: whole blocks
 * that equal their deltas, and usage that can be counted.
 *
 * @param chunks What a call brought, complete.
 * @param broken Takes what is wrong.
 */
export function checkGrammar(
  chunks: readonly StreamChunk[],
  broken: Break,
): void {
  const blocks: Grown[] = [];
  for (const [at, chunk] of chunks.entries()) {
    if (chunk.type === "usage") {
      if (at !== chunks.length - 2) broken("usage once, before the finish");
      checkUsage(chunk.usage, broken);
    } else if (chunk.type !== "finish") {
      checkBlockChunk(chunk, blocks, broken);
    }
  }
  const last = chunks.at(-1);
  if (last?.type !== "finish") return;
  const { kind } = last.reason;
  const failed = kind === "error" || kind === "aborted";
  if (!failed && blocks.some(({ open }) => open)) broken("blocks are closed");
  if (!failed && kind !== "max-tokens" && blocks.length === 0) {
    broken("a success has content");
  }
  checkAssembled(chunks, blocks, broken);
}

function checkUsage(usage: object, broken: Break): void {
  for (const [name, count] of Object.entries(usage)) {
    if (!(Number.isFinite(count) && count >= 0)) broken(`${name}: ${count}`);
  }
}

function checkBlockChunk(
  chunk: Exclude<StreamChunk, { type: "usage" | "finish" }>,
  blocks: Grown[],
  broken: Break,
): void {
  const { index } = chunk;
  if (!Number.isInteger(index) || index < 0) broken(`an index: ${index}`);
  if (chunk.type === "block-start") {
    if (index !== blocks.length) broken("indexes in order");
    const type = chunk.blockType;
    blocks[index] = { type, text: "", id: "", name: "", open: true };
    return;
  }
  const block = blocks[index];
  if (block === undefined || !block.open) return broken("a start before");
  switch (chunk.type) {
    case "text-delta":
    case "reasoning-delta":
      if (`${block.type}-delta` !== chunk.type) broken("a delta of its block");
      if (chunk.text === "") broken("a delta that says something");
      block.text += chunk.text;
      return;
    case "tool-call-delta":
      if (block.type !== "tool-call") broken("a delta of its block");
      block.text += chunk.argumentsDelta;
      block.id = chunk.id;
      block.name = chunk.name ?? block.name;
      return;
    case "block-end":
      block.open = false;
      if (!equals(chunk.block, block)) broken("a block equals its deltas");
  }
}

function equals(block: ContentBlock, grown: Grown): boolean {
  if (block.type !== grown.type) return false;
  if (block.type === "tool-call") {
    return block.arguments === grown.text && block.id === grown.id &&
      block.name === grown.name && block.id !== "";
  }
  return "text" in block && block.text === grown.text;
}

/** Holds the assembled blocks to the deltas. */
function checkAssembled(
  chunks: readonly StreamChunk[],
  grown: readonly Grown[],
  broken: Break,
): void {
  const assembler = new BlockAssembler();
  for (const chunk of chunks) assembler.push(chunk);
  const wanted = assembler.finish.kind === "max-tokens"
    ? grown.filter(({ type }) => type !== "tool-call")
    : grown;
  const blocks = assembler.blocks();
  if (blocks.length !== wanted.length) broken("assembled blocks");
  blocks.forEach((block, at) => {
    if (wanted[at] && !equals(block, wanted[at])) broken("an assembled block");
  });
}
