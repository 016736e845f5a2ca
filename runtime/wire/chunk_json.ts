/**
 * A chunk as one line of JSON, and back.
 *
 * @module
 */

import type {
  BlockEndChunk,
  ContentBlockType,
  FinishChunk,
  StreamChunk,
  TokenUsage,
} from "../../message.ts";
import { CallId } from "../../message.ts";
import { findContentFault } from "../../message/find_content_fault.ts";
import { MALFORMED_RESPONSE_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import { copyFailure } from "../failure_of.ts";
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

type JsonRecord = Readonly<Record<string, unknown>>;

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

const COUNTS = [
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "reasoningTokens",
] as const satisfies readonly (keyof TokenUsage)[];

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
  return fastDelta(text) ?? readChunk(parse(text, maxDepth));
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

function parse(text: string, maxDepth: number): unknown {
  // Before parsing: whoever looks at the value later may do so recursively.
  if (isDeeper(text, maxDepth)) {
    throw malformed(`it is nested deeper than ${maxDepth} levels`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("it is not JSON");
  }
}

function readChunk(value: unknown): StreamChunk {
  if (!isRecord(value)) throw malformed("it is not an object");
  const { type } = value;
  switch (type) {
    case "block-start":
      return {
        type,
        index: readIndex(value),
        // Open: an application has types of its own.
        blockType: readName(value.blockType, "blockType") as ContentBlockType,
      };
    case "text-delta":
    case "reasoning-delta":
      return {
        type,
        index: readIndex(value),
        text: readString(value.text, "text"),
      };
    case "tool-call-delta": {
      const { id, name, argumentsDelta } = value;
      return {
        type,
        index: readIndex(value),
        id: CallId(readString(id, "id")),
        ...(name !== undefined && { name: readString(name, "name") }),
        argumentsDelta: readString(argumentsDelta, "argumentsDelta"),
      };
    }
    case "block-end":
      return { type, index: readIndex(value), block: readBlock(value.block) };
    case "usage":
      return { type, usage: readUsage(value.usage) };
    case "finish":
      return {
        type,
        reason: readReason(value.reason),
        ...("replayState" in value && { replayState: value.replayState }),
      };
    default:
      throw unfit("type", "the type of a chunk");
  }
}

function readIndex({ index }: JsonRecord): number {
  if (Number.isSafeInteger(index) && Number(index) >= 0) return Number(index);
  throw unfit("index", "an integer, 0 or more");
}

function readString(value: unknown, path: string): string {
  if (typeof value === "string") return value;
  throw unfit(path, "a string");
}

function readName(value: unknown, path: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw unfit(path, "a non-empty string");
}

function readBlock(value: unknown): BlockEndChunk["block"] {
  const fault = findContentFault([value], "block");
  if (fault === undefined) return value as BlockEndChunk["block"];
  // It is one block, and the only one of a list nobody has sent.
  throw malformed(fault.replace("[0]", ""));
}

function readUsage(value: unknown): TokenUsage {
  const usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  if (!isRecord(value)) throw unfit("usage", "an object");
  for (const name of COUNTS) {
    const count = value[name];
    if (count === undefined && !(name in usage)) continue;
    if (!Number.isFinite(count) || Number(count) < 0) {
      throw unfit(`usage.${name}`, "a finite number, 0 or more");
    }
    usage[name] = Number(count);
  }
  return usage;
}

function readReason(value: unknown): FinishChunk["reason"] {
  if (!isRecord(value)) throw unfit("reason", "an object");
  const kind = readName(value.kind, "reason.kind");
  if (kind !== "error" && kind !== "aborted") {
    return value as unknown as FinishChunk["reason"];
  }
  const failure = copyFailure(value.failure);
  if (failure === undefined) throw unfit("reason.failure", "a sound failure");
  return { kind, failure };
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unfit(path: string, wanted: string): LlmError {
  return malformed(`"${path}" must be ${wanted}`);
}

function malformed(state: string): LlmError {
  return new LlmError(`Cannot read chunk: ${state}`, MALFORMED_RESPONSE_CODE);
}
