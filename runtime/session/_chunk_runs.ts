/**
 * The chunks of one network read, as they are logged.
 *
 * Deltas are most of what is ever logged, and one is like the one before but for a
 * string. So those that follow each other are held together as what they share and
 * a list of their texts: that takes a third of the time and of the memory.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import { eventJson, eventLine, findLoss, refusal } from "./_event_json.ts";
import { checkChunk } from "./check_session_event.ts";
import type { SessionEvent } from "./session_event.ts";
import type { StepRef } from "./session_log.ts";

// What messages and compactions put around what a chunk brings has to fit in too.
const SPARE_DEPTH = 10;

/** What deltas that follow each other share. */
export interface DeltaHead extends StepRef {
  /** What they are deltas of. */
  readonly type: "text-delta" | "reasoning-delta";
  /** The block they belong to. */
  readonly index: number;
}

/** Deltas that follow each other. */
export interface DeltaRun {
  /** What they share. */
  readonly head: DeltaHead;
  /** How many there are. */
  readonly length: number;
  /** Their texts: a list, as JSON. */
  readonly json: string;
}

/** Deltas, or the JSON of one event of another chunk. */
export type ChunkRun = DeltaRun | string;

/**
 * Takes chunks apart, and copies them.
 *
 * @throws {TypeError} If one is not a chunk, or not JSON.
 */
export function chunkRuns(
  { turn, step }: StepRef,
  chunks: readonly StreamChunk[],
): ChunkRun[] {
  const runs: ChunkRun[] = [];
  let head: DeltaHead | undefined;
  let texts: string[] = [];

  function endRun(): void {
    if (head === undefined) return;
    const { length } = texts;
    runs.push({ head, length, json: JSON.stringify(texts) });
    head = undefined;
    texts = [];
  }

  for (const chunk of chunks) {
    const { type, index, text } = Object(chunk);
    if (
      (type === "text-delta" || type === "reasoning-delta") &&
      Number.isSafeInteger(index) && index >= 0 && typeof text === "string" &&
      countFields(chunk) === 3
    ) {
      if (head === undefined || head.type !== type || head.index !== index) {
        endRun();
        head = { turn, step, type, index };
      }
      texts.push(text);
    } else {
      endRun();
      checkChunk(chunk, refusal);
      const fault = findLoss(chunk, "data.chunk", SPARE_DEPTH);
      if (fault) throw refusal(fault);
      runs.push(eventJson("assistant/chunk", { turn, step, chunk }));
    }
  }
  endRun();
  return runs;
}

/** How many events a run is. */
export function countEvents(run: ChunkRun): number {
  return typeof run === "string" ? 1 : run.length;
}

/** Writes the lines of a run, whose first event has a seq. */
export function runLines(run: ChunkRun, seq: number, time: number): string {
  if (typeof run === "string") return eventLine(run, seq, time);
  const { turn, step, type, index } = run.head;
  const start = '{"seq":';
  const middle =
    `,"time":${time},"type":"assistant/chunk","data":{"turn":${turn},"step":${step},"chunk":{"type":"${type}","index":${index},"text":"`;
  const end = '"}}}\n';
  const lines = escapedTexts(run).map((text, k) => (seq + k) + middle + text);
  return start + lines.join(end + start) + end;
}

/** The texts of a run, each as it is in JSON. */
function escapedTexts({ json, length }: DeltaRun): string[] {
  if (length === 1) return [json.slice(2, -2)];
  // What is between two texts can be told by its looks, unless a text ends in a
  // quotation mark and a comma, or in a backslash.
  return json.includes('\\","')
    ? JSON.parse(json).map((text: string) => JSON.stringify(text).slice(1, -1))
    : json.slice(2, -2).split('","');
}

/** Makes the event of a delta, frozen. */
export function deltaEvent(
  { turn, step, type, index }: DeltaHead,
  text: string,
  { seq, time }: Pick<SessionEvent, "seq" | "time">,
): SessionEvent {
  const chunk = Object.freeze({ type, index, text });
  const data = Object.freeze({ turn, step, chunk });
  return Object.freeze({ seq, time, type: "assistant/chunk", data });
}

function countFields(value: object): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}
