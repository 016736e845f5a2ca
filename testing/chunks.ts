/**
 * Whole responses as chunk lists.
 *
 * @module
 */

import {
  CallId,
  type ContentBlock,
  type FinishReason,
  type StreamChunk,
  type TokenUsage,
} from "../message.ts";
import { argumentPieces, pieces, type ScriptedText } from "./_pieces.ts";

export type { ScriptedText };

/** A tool call to script. */
export interface ScriptedToolCall {
  /**
   * The call.
   *
   * @default {"call-0", "call-1" and so on}
   */
  id?: string | undefined;
  /** Name of the tool. */
  name: string;
  /** JSON text, its exact fragments, or the value to write as JSON. */
  arguments: ScriptedText | Readonly<Record<string, unknown>>;
}

/** Options for {@linkcode textChunks}. */
export interface TextChunksOptions {
  /** Thinking that precedes the answer. */
  reasoning?: ScriptedText | undefined;
  /** What the call used. Absent: no `usage` chunk. */
  usage?: TokenUsage | undefined;
  /**
   * Why the response ends.
   *
   * @default {`stop`, or `tool-calls` where there are any}
   */
  finish?: FinishReason | undefined;
  /** State for the `finish` chunk to carry. */
  replayState?: unknown;
}

/** Options for {@linkcode toolCallChunks}. */
export interface ToolCallChunksOptions extends TextChunksOptions {
  /** Text that precedes the calls. */
  text?: ScriptedText | undefined;
}

/**
 * Builds the chunks of a text answer, `finish` included.
 *
 * @example Usage
 * ```ts
 * import { textChunks } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const chunks = textChunks("Hello there", {
 *   usage: { inputTokens: 3, outputTokens: 2 },
 * });
 *
 * deepEqual(chunks.map((chunk) => chunk.type), [
 *   "block-start",
 *   "text-delta",
 *   "text-delta",
 *   "block-end",
 *   "usage",
 *   "finish",
 * ]);
 * ```
 *
 * @param text The answer. Empty: no text block.
 * @param options What else the response holds.
 * @returns A fresh list.
 * @throws {TypeError} If `text` is neither a string nor an array.
 */
export function textChunks(
  text: ScriptedText,
  options: TextChunksOptions = {},
): StreamChunk[] {
  if (typeof text !== "string" && !Array.isArray(text)) {
    throw new TypeError(
      'Cannot script chunks: "text" must be a string or an array',
    );
  }
  return toolCallChunks([], { ...options, text });
}

/**
 * Builds the chunks of an answer that calls tools, `finish` included.
 *
 * @example Usage
 * ```ts
 * import { toolCallChunks } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const chunks = toolCallChunks([{ name: "ls", arguments: { path: "/" } }]);
 *
 * deepEqual(chunks.at(-1), {
 *   type: "finish",
 *   reason: { kind: "tool-calls" },
 * });
 * ```
 *
 * @param calls The calls.
 * @param options What else the response holds.
 * @returns A fresh list.
 * @throws {TypeError} If `calls` is not an array.
 */
export function toolCallChunks(
  calls: readonly ScriptedToolCall[],
  options: ToolCallChunksOptions = {},
): StreamChunk[] {
  if (!Array.isArray(calls)) {
    throw new TypeError('Cannot script chunks: "calls" must be an array');
  }
  const { reasoning = "", text = "", usage, replayState } = options;
  const { finish = { kind: calls.length > 0 ? "tool-calls" : "stop" } } =
    options;
  let index = 0;
  const chunks: StreamChunk[] = [];

  const thinking = pieces(reasoning);
  if (thinking.length > 0) {
    chunks.push(
      { type: "block-start", index, blockType: "reasoning" },
      ...thinking.map((text) => ({
        type: "reasoning-delta" as const,
        index,
        text,
      })),
      blockEnd(index++, { type: "reasoning", text: thinking.join("") }),
    );
  }

  const answer = pieces(text);
  if (answer.length > 0) {
    chunks.push(
      { type: "block-start", index, blockType: "text" },
      ...answer.map((text) => ({ type: "text-delta" as const, index, text })),
      blockEnd(index++, { type: "text", text: answer.join("") }),
    );
  }

  // Parallel calls stay open together: providers interleave them.
  const ends: StreamChunk[] = [];
  for (const [position, call] of calls.entries()) {
    const { name } = call;
    const id = CallId(call.id ?? `call-${position}`);
    const fragments = argumentPieces(call.arguments);
    chunks.push(
      { type: "block-start", index, blockType: "tool-call" },
      { type: "tool-call-delta", index, id, name, argumentsDelta: "" },
      ...fragments.map((argumentsDelta) => ({
        type: "tool-call-delta" as const,
        index,
        id,
        argumentsDelta,
      })),
    );
    const block = { id, name, arguments: fragments.join("") };
    ends.push(blockEnd(index++, { type: "tool-call", ...block }));
  }
  chunks.push(...ends);

  if (usage !== undefined) chunks.push({ type: "usage", usage });
  chunks.push({
    type: "finish",
    reason: finish,
    ...(replayState === undefined ? {} : { replayState }),
  });
  return chunks;
}

function blockEnd(index: number, block: ContentBlock): StreamChunk {
  return { type: "block-end", index, block };
}
