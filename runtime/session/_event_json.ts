/**
 * What is logged, as JSON without its seq and time, which it gets in its turn.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import { type Fault, isRecord, must } from "../../message/find_fault.ts";
import type { EventExtra, StepRef } from "./session_log.ts";

// What cannot stand in a string of JSON as it is, or not alone.
// deno-lint-ignore no-control-regex
const NOT_PLAIN = /["\\\u0000-\u001f\ud800-\udfff]/;

const MAX_DEPTH = 500;

/** Writes all of an event but its seq and time. */
export function eventJson(
  type: string,
  data: unknown,
  { surfaceOp, sourceEventSeqs }: EventExtra = {},
): string {
  const fault = findLoss(data, "data") ?? findLoss(surfaceOp, "surfaceOp") ??
    findLoss(sourceEventSeqs, "sourceEventSeqs");
  if (fault) throw new TypeError(`Cannot append event: ${fault}`);
  return JSON.stringify({ type, data, surfaceOp, sourceEventSeqs }).slice(1);
}

/** Writes all of the event of a chunk but its seq and time. */
export function chunkEventJson(
  { turn, step }: StepRef,
  chunk: StreamChunk,
): string {
  return deltaEventJson(turn, step, chunk) ??
    eventJson("assistant/chunk", { turn, step, chunk });
}

/** Puts the seq and the time before the rest of an event. */
export function eventLine(seq: number, time: number, rest: string): string {
  return `{"seq":${seq},"time":${time},${rest}\n`;
}

// Most of what is ever logged: put together, since that takes a third of the time
// that checking and writing just any value takes.
function deltaEventJson(
  turn: number,
  step: number,
  chunk: StreamChunk,
): string | undefined {
  const { type } = chunk;
  if (type !== "text-delta" && type !== "reasoning-delta") return undefined;
  const { index, text } = chunk;
  if (!Number.isSafeInteger(index) || index < 0 || typeof text !== "string") {
    return undefined;
  }
  const json = NOT_PLAIN.test(text) ? JSON.stringify(text) : `"${text}"`;
  return `"type":"assistant/chunk","data":{"turn":${turn},"step":${step},"chunk":{"type":"${type}","index":${index},"text":${json}}}}`;
}

/** Finds what would come back from JSON as something else, or not at all. */
function findLoss(value: unknown, path: string, depth = 0): Fault | undefined {
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
      const at = `${path}[${k}]`;
      const fault = must(value[k] !== undefined, at, "JSON") ??
        findLoss(value[k], at, depth + 1);
      if (fault) return fault;
    }
    return undefined;
  }
  if (!isPlain(value)) return must(false, path, "JSON");
  for (const key of Object.keys(value)) {
    const fault = findLoss(value[key], `${path}.${key}`, depth + 1);
    if (fault) return fault;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && typeof value.toJSON !== "function" &&
    Object.prototype.toString.call(value) === "[object Object]";
}
