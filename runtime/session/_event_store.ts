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

import { deltaEvent, type DeltaRun } from "./_chunk_runs.ts";
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
  push(lines: Uint8Array, count: number): void;
  /** Adds the events of deltas that follow each other, many of them. */
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

/** Makes a store without events. */
export function createEventStore(): EventStore {
  const segments: (Lines | Deltas)[] = [];
  const decoder = new TextDecoder();
  let count = 0;

  function segmentFor(length: number): Lines {
    const last = segments.at(-1);
    let usual = MIN_SEGMENT;
    if (last !== undefined && "bytes" in last) {
      if (last.used + length <= last.bytes.length) return last;
      usual = Math.min(2 * last.bytes.length, MAX_SEGMENT);
    }
    const bytes = new Uint8Array(Math.max(usual, length));
    const segment = { bytes, first: count + 1, used: 0 };
    segments.push(segment);
    return segment;
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
      const segment = segmentFor(lines.length);
      segment.bytes.set(lines, segment.used);
      segment.used += lines.length;
      count += added;
    },
    pushRun(run, time) {
      const { length } = run;
      segments.push({ run, time, first: count + 1, used: length });
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
