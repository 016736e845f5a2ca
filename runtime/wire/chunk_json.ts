/**
 * A chunk as one line of JSON, and back.
 *
 * @module
 */

import { CallId, type FinishReason, type StreamChunk } from "../../message.ts";
import { findContentFault } from "../../message/find_content_fault.ts";
import { filled, findFault, isRecord, text } from "../../message/find_fault.ts";
import { MALFORMED_RESPONSE_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import { copyFailure } from "../failure_of.ts";
import { anything, type Fields, type Range, readShape } from "../read_shape.ts";
import { isDeeper } from "./_is_deeper.ts";

/** Options for {@linkcode chunkToJson}. */
export interface ChunkToJsonOptions {
  /** Whether the replay state of the finish is written. */
  readonly replayState: boolean;
}

/** Options for {@linkcode chunkFromJson}. */
export interface ChunkFromJsonOptions {
  /** Deepest nesting of objects and arrays. */
  readonly maxDepth: number;
}

// JSON allows these in strings as they are, yet they end a line for many who
// read line by line.
const LINE_END = /[\u0085\u2028\u2029]/g;

// What cannot be in a line of JSON as it is, or not alone.
// deno-lint-ignore no-control-regex
const NOT_PLAIN = /["\\\u0000-\u001f\u0085\u2028\u2029\ud800-\udfff]/;

const TEXT_PREFIX = '{"type":"text-delta","index":';
const REASONING_PREFIX = '{"type":"reasoning-delta","index":';
// A small number the way JSON writes it.
const FAST_INDEX = /^(?:0|[1-9]\d{0,8})$/;

const INDEX: Range = [
  (n) => Number.isSafeInteger(n) && n >= 0,
  "an integer, 0 or more",
];

const TOKENS: Range = [
  (n) => n >= 0 && n < Infinity,
  "a finite number, 0 or more",
];

const DELTA: Fields = { type: text, index: INDEX, text };

const CHUNKS: ReadonlyMap<unknown, Fields> = new Map<unknown, Fields>([
  ["block-start", { type: text, index: INDEX, blockType: filled }],
  ["text-delta", DELTA],
  ["reasoning-delta", DELTA],
  ["tool-call-delta", {
    type: text,
    index: INDEX,
    id: text,
    "name?": text,
    argumentsDelta: text,
  }],
  ["block-end", { type: text, index: INDEX, block: findBlockFault }],
  ["usage", {
    type: text,
    usage: {
      inputTokens: TOKENS,
      outputTokens: TOKENS,
      "cacheReadTokens?": TOKENS,
      "cacheWriteTokens?": TOKENS,
      "reasoningTokens?": TOKENS,
    },
  }],
  ["finish", {
    type: text,
    reason: findReasonFault,
    "replayState?": anything,
  }],
]);

/**
 * Writes a chunk.
 *
 * @param chunk The chunk.
 * @param options What to leave out.
 * @returns JSON without a line end of any kind.
 * @throws {TypeError} If the chunk holds what is not JSON.
 */
export function chunkToJson(
  chunk: StreamChunk,
  { replayState }: ChunkToJsonOptions,
): string {
  if (chunk.type === "finish" && !replayState) {
    return toLine({ type: chunk.type, reason: chunk.reason });
  }
  return deltaToJson(chunk) ?? toLine(chunk);
}

/** Writes a delta. One string costs less than an object with it. */
function deltaToJson(chunk: StreamChunk): string | undefined {
  const { type } = chunk;
  if (type !== "text-delta" && type !== "reasoning-delta") return undefined;
  const { index, text } = chunk;
  if (typeof index !== "number" || typeof text !== "string") return undefined;
  const json = NOT_PLAIN.test(text) ? toLine(text) : `"${text}"`;
  return `{"type":"${type}","index":${index},"text":${json}}`;
}

function toLine(value: unknown): string {
  try {
    return JSON.stringify(value).replace(
      LINE_END,
      (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  } catch (cause) {
    throw new TypeError("Cannot write chunk: it is not JSON", { cause });
  }
}

/**
 * Reads a chunk nobody vouches for.
 *
 * @param text The JSON.
 * @param options What is put up with.
 * @returns A chunk of the known fields. Blocks and reasons of unknown types are
 * as they came.
 * @throws {LlmError} `MALFORMED_RESPONSE`, if it is no sound chunk.
 */
export function chunkFromJson(
  text: string,
  { maxDepth }: ChunkFromJsonOptions,
): StreamChunk {
  const delta = fastDelta(text);
  if (delta !== undefined) return delta;
  const value = parse(text, maxDepth);
  return fastCallDelta(value) ?? readChunk(value);
}

/**
 * Reads a delta the way {@linkcode chunkToJson} writes it. Nearly all of a
 * response is deltas, and one string of them is all that JSON has to be asked.
 */
function fastDelta(text: string): StreamChunk | undefined {
  const isText = text.slice(0, TEXT_PREFIX.length) === TEXT_PREFIX;
  const prefix = isText ? TEXT_PREFIX : REASONING_PREFIX;
  if (!isText && text.slice(0, prefix.length) !== prefix) return undefined;
  const indexEnd = text.indexOf(",", prefix.length);
  const textAt = indexEnd + `,"text":`.length;
  if (
    text.slice(indexEnd, textAt + 1) !== `,"text":"` ||
    text.slice(-2) !== `"}`
  ) return undefined;
  const index = text.slice(prefix.length, indexEnd);
  if (!FAST_INDEX.test(index)) return undefined;
  try {
    // More than one string in between is no JSON.
    const delta: string = JSON.parse(text.slice(textAt, -1));
    const type = isText ? "text-delta" : "reasoning-delta";
    return { type, index: Number(index), text: delta };
  } catch {
    return undefined;
  }
}

function parse(text: string, maxDepth: number): Record<string, unknown> {
  // Before parsing: whoever looks at the value later may do so recursively.
  if (isDeeper(text, maxDepth)) {
    throw malformed(`it is nested deeper than ${maxDepth} levels`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("it is not JSON");
  }
  if (isRecord(value)) return value;
  throw malformed("it is not an object");
}

/** Reads a delta of a call at half the price, if nothing is wrong with it. */
function fastCallDelta(
  { type, index, id, name, argumentsDelta }: Record<string, unknown>,
): StreamChunk | undefined {
  return type === "tool-call-delta" && INDEX[0](index as number) &&
      typeof id === "string" && typeof argumentsDelta === "string" &&
      (name === undefined || typeof name === "string")
    ? {
      type,
      index: index as number,
      id: CallId(id),
      ...(name !== undefined && { name }),
      argumentsDelta,
    }
    : undefined;
}

function readChunk(value: Record<string, unknown>): StreamChunk {
  const shape = CHUNKS.get(value.type);
  if (!shape) throw malformed('"type" must be the type of a chunk');
  const chunk: StreamChunk = readShape(value, shape, {
    path: "",
    error: malformed,
  });
  return chunk.type === "finish"
    ? { ...chunk, reason: frozenReason(chunk.reason) }
    : chunk;
}

/** A reason with its failure as one that was never sent has it. */
function frozenReason(reason: FinishReason): FinishReason {
  const { kind } = reason;
  if (kind !== "error" && kind !== "aborted") return reason;
  const failure = copyFailure(reason.failure);
  if (failure) return { kind, failure };
  throw malformed('"reason.failure" must be a sound failure');
}

// What is open is checked and left whole: others know more of it.

function findBlockFault(value: unknown, path: string): string | undefined {
  // It is one block, and the only one of a list nobody has sent.
  return findContentFault([value], path)?.replace("[0]", "");
}

function findReasonFault(value: unknown, path: string): string | undefined {
  return findFault(value, path, { kind: filled });
}

function malformed(fault: string): LlmError {
  return new LlmError(`Cannot read chunk: ${fault}`, MALFORMED_RESPONSE_CODE);
}
