/**
 * What is logged, as JSON without its seq and time, which it gets in its turn.
 *
 * @module
 */

import { type Fault, isRecord, must } from "../../message/find_fault.ts";
import type { EventExtra } from "./session_log.ts";

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

/** The error that tells what is wrong with an event that is to be logged. */
export function refusal(fault: Fault): TypeError {
  return new TypeError(`Cannot append event: ${fault}`);
}

/** Puts its seq and time before the rest of an event, which makes a line. */
export function eventLine(event: string, seq: number, time: number): string {
  return `{"seq":${seq},"time":${time},${event}`;
}

/** Writes a value as a line. */
export function eventToLine(event: unknown): string {
  return `${JSON.stringify(event)}\n`;
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
