/**
 * What is logged, as JSON without its seq and time, which it gets in its turn.
 *
 * @module
 */

import type {
  ReasoningDeltaChunk,
  StreamChunk,
  TextDeltaChunk,
} from "../../message.ts";
import { type Fault, isRecord, must } from "../../message/find_fault.ts";
import { checkChunk } from "./check_session_event.ts";
import type { EventExtra, StepRef } from "./session_log.ts";

const MAX_DEPTH = 500;

/** Writes all of an event but its seq and time, to the end of its line. */
export function eventJson(
  type: string,
  data: unknown,
  { surfaceOp, sourceEventSeqs }: EventExtra = {},
): string {
  const fault = findLoss(data, "data") ?? findLoss(surfaceOp, "surfaceOp") ??
    findLoss(sourceEventSeqs, "sourceEventSeqs");
  if (fault) throw refusal(fault);
  return eventToLine({ type, data, surfaceOp, sourceEventSeqs }).slice(1);
}

/** Writes the events of chunks, all but their seq and time. */
export function chunkEventsJson(
  { turn, step }: StepRef,
  chunks: readonly StreamChunk[],
): string[] {
  // Deltas are most of what is ever logged, and one is like the one before but for
  // a string. So they are put together, in a third of the time that it takes to
  // check and write just any value.
  let head = "";
  let headType: unknown;
  let headIndex: unknown;
  return chunks.map((chunk) => {
    if (!isPlainDelta(chunk)) {
      checkChunk(chunk, refusal);
      return eventJson("assistant/chunk", { turn, step, chunk });
    }
    const { type, index, text } = chunk;
    if (type !== headType || index !== headIndex) {
      head =
        `"type":"assistant/chunk","data":{"turn":${turn},"step":${step},"chunk":{"type":"${type}","index":${index},"text":`;
      headType = type;
      headIndex = index;
    }
    return head + JSON.stringify(text) + "}}}\n";
  });
}

/** The error that tells what is wrong with an event that is to be logged. */
export function refusal(fault: Fault): TypeError {
  return new TypeError(`Cannot append event: ${fault}`);
}

/** Puts the seqs and the time before the rest of events, which makes lines. */
export function eventLines(
  events: readonly string[],
  first: number,
  time: number,
): string[] {
  const between = `,"time":${time},`;
  return events.map((event, k) => '{"seq":' + (first + k) + between + event);
}

/** Writes a value as a line. */
export function eventToLine(event: unknown): string {
  return `${JSON.stringify(event)}\n`;
}

/** Tells whether a chunk is a delta, and nothing that was not asked for. */
function isPlainDelta(
  chunk: StreamChunk,
): chunk is TextDeltaChunk | ReasoningDeltaChunk {
  const { type, index, text } = Object(chunk);
  if (
    (type !== "text-delta" && type !== "reasoning-delta") ||
    !Number.isSafeInteger(index) || index < 0 || typeof text !== "string"
  ) return false;
  let fields = 0;
  for (const _ in chunk) fields++;
  return fields === 3;
}

/** Finds what would come back from JSON as something else, or not at all. */
export function findLoss(
  value: unknown,
  path: string,
  depth: number = 0,
): Fault | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
    // A field that is not there, or would not be. `null` takes its place in a list.
    // falls through
    case "undefined":
      return undefined;
    case "number":
      return must(Number.isFinite(value), path, "a finite number");
    case "object":
      if (value === null) return undefined;
      break;
    default:
      return must(false, path, "JSON");
  }
  if (depth > MAX_DEPTH) {
    return must(false, path, `nested at most ${MAX_DEPTH} deep`);
  }
  if (Array.isArray(value)) {
    for (let k = 0; k < value.length; k++) {
      // No path is made where there is nothing to find: an answer may name tens of
      // thousands of chunks.
      if (Number.isFinite(value[k])) continue;
      const at = `${path}[${k}]`;
      const fault = must(value[k] !== undefined, at, "JSON") ??
        findLoss(value[k], at, depth + 1);
      if (fault) return fault;
    }
    return undefined;
  }
  if (!isPlain(value)) return must(false, path, "JSON");
  for (const key of Object.keys(value)) {
    const at = path ? `${path}.${key}` : key;
    const fault = findLoss(value[key], at, depth + 1);
    if (fault) return fault;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && typeof value.toJSON !== "function" &&
    Object.prototype.toString.call(value) === "[object Object]";
}
