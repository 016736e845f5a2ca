/**
 * The events of a session in memory.
 *
 * A long session is mostly chunks that nobody looks at again. As objects they take
 * twice the memory of their JSON, and the garbage collector walks them over and
 * over: so they are held as lines of UTF-8, and parsed when somebody asks. Of many
 * deltas that follow each other, there are but the texts.
 *
 * @module
 */

import { deltaEvent, type DeltaRun, runLines } from "./_chunk_runs.ts";
import type { SessionEvent } from "./session_event.ts";

/** A place in a store. Moves as it is read from. */
export interface Cursor {
  segment: number;
  offset: number;
}

/** Events that follow each other, each made when it is asked for. */
export interface StoredEvents {
  /** How many there are. */
  readonly length: number;
  /** Makes one, from 0, frozen. */
  at(k: number): SessionEvent;
}

/** Holds events, of which the first is event 1. */
export interface EventStore {
  /** Seq of the last event, 0 if there is none. */
  readonly count: number;
  /** Adds whole lines, each with its line end. */
  push(lines: Uint8Array | string, count: number): void;
  /** Adds the events of deltas that follow each other. */
  pushRun(run: DeltaRun, time: number): void;
  /** The place of an event there is, or of the next one there will be. */
  seek(seq: number): Cursor;
  /** Reads some of the events from a place on, if there are. Moves the place. */
  read(cursor: Cursor): StoredEvents | undefined;
}

/** Lines, as many as fit. */
interface Lines {
  readonly bytes: Uint8Array;
  /** Seq of the first event. */
  readonly first: number;
  /** How many of the bytes there are lines in. */
  used: number;
}

/** Deltas that follow each other. */
interface Deltas {
  readonly run: DeltaRun;
  readonly time: number;
  /** Seq of the first event. */
  readonly first: number;
  /** How many events there are. */
  readonly used: number;
}

const LINE_END = 10;

// Small sessions stay small: a segment is twice as large as the one it follows.
const MIN_SEGMENT = 1_024;
const MAX_SEGMENT = 65_536;

// Fewer deltas take less as lines than in a segment of their own.
const MIN_RUN = 8;

/** Makes a store without events. */
export function createEventStore(): EventStore {
  const segments: (Lines | Deltas)[] = [];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let count = 0;

  /** The lines that others may be added to. */
  function lastLines(): Lines | undefined {
    const last = segments.at(-1);
    return last && "bytes" in last ? last : undefined;
  }

  function pushBytes(lines: Uint8Array): void {
    let segment = lastLines();
    if (segment === undefined || roomIn(segment) < lines.length) {
      const usual = segment === undefined
        ? MIN_SEGMENT
        : Math.min(2 * segment.bytes.length, MAX_SEGMENT);
      const bytes = new Uint8Array(Math.max(usual, lines.length));
      segment = { bytes, first: count + 1, used: 0 };
      segments.push(segment);
    }
    segment.bytes.set(lines, segment.used);
    segment.used += lines.length;
  }

  /** Spares a copy where there is room. */
  function pushText(lines: string): void {
    const segment = lastLines();
    // A character takes a byte, or more.
    if (segment !== undefined && roomIn(segment) >= lines.length) {
      const room = segment.bytes.subarray(segment.used);
      const { read, written } = encoder.encodeInto(lines, room);
      if (read === lines.length) {
        segment.used += written;
        return;
      }
    }
    pushBytes(encoder.encode(lines));
  }

  function readSegment(
    segment: Lines | Deltas,
    offset: number,
  ): StoredEvents {
    const { first, used } = segment;
    if ("bytes" in segment) {
      const bytes = segment.bytes.subarray(offset, used);
      const lines = decoder.decode(bytes).split("\n");
      // The last is what follows the last line end.
      return { length: lines.length - 1, at: (k) => parseEvent(lines[k]!) };
    }
    const { run: { head, json }, time } = segment;
    const texts: string[] = JSON.parse(json);
    return {
      length: used - offset,
      at(k) {
        const seq = first + offset + k;
        return deltaEvent(head, texts[offset + k]!, { seq, time });
      },
    };
  }

  return {
    get count() {
      return count;
    },
    push(lines, added) {
      if (typeof lines === "string") pushText(lines);
      else pushBytes(lines);
      count += added;
    },
    pushRun(run, time) {
      const { length } = run;
      if (length < MIN_RUN) pushText(runLines(run, count + 1, time));
      else segments.push({ run, time, first: count + 1, used: length });
      count += length;
    },
    seek(seq) {
      const found = segments.findLastIndex(({ first }) => first <= seq);
      const cursor = { segment: Math.max(found, 0), offset: 0 };
      const segment = segments[found];
      if (segment === undefined) return cursor;
      if (!("bytes" in segment)) {
        cursor.offset = seq - segment.first;
        return cursor;
      }
      for (let k = segment.first; k < seq; k++) {
        cursor.offset = segment.bytes.indexOf(LINE_END, cursor.offset) + 1;
      }
      return cursor;
    },
    read(cursor) {
      let segment = segments[cursor.segment];
      if (segment?.used === cursor.offset) {
        segment = segments[cursor.segment + 1];
        if (segment === undefined) return undefined;
        cursor.segment++;
        cursor.offset = 0;
      }
      if (segment === undefined) return undefined;
      const events = readSegment(segment, cursor.offset);
      cursor.offset = segment.used;
      return events;
    },
  };
}

function roomIn({ bytes, used }: Lines): number {
  return bytes.length - used;
}

/** Parses a line that was written or checked before. */
export function parseEvent(line: string): SessionEvent {
  return freezeEvent(JSON.parse(line));
}

/**
 * Freezes what was parsed. `deepFreeze()` has to expect cycles and getters, and
 * takes several times as long.
 */
export function freezeEvent(event: SessionEvent): SessionEvent {
  const pending: object[] = [event];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const value of Object.values(Object.freeze(next))) {
      if (typeof value === "object" && value !== null) pending.push(value);
    }
  }
  return event;
}
