/**
 * The events of a session in memory.
 *
 * A long session is mostly chunks that nobody looks at again. As objects they take
 * twice the memory of their JSON, and the garbage collector walks them over and
 * over: so they are held as lines of UTF-8, and parsed when somebody asks.
 *
 * @module
 */

import type { SessionEvent } from "./session_event.ts";

/** A place in a store. Moves as it is read from. */
export interface Cursor {
  segment: number;
  offset: number;
}

/** Holds lines, one an event, of which the first is event 1. */
export interface EventStore {
  /** Seq of the last event, 0 if there is none. */
  readonly count: number;
  /** Adds whole lines, each with its line end. */
  push(lines: Uint8Array, count: number): void;
  /** The place of an event there is, or of the next one there will be. */
  seek(seq: number): Cursor;
  /** Reads some of the lines from a place on, none at the end. Moves the place. */
  read(cursor: Cursor): string[];
}

interface Segment {
  readonly bytes: Uint8Array;
  used: number;
  /** Seq of the first event. */
  readonly first: number;
}

const LINE_END = 10;

// Small sessions stay small: a segment is as large as all before it, within these.
const MIN_SEGMENT = 1_024;
const MAX_SEGMENT = 65_536;

/** Makes a store without events. */
export function createEventStore(): EventStore {
  const segments: Segment[] = [];
  const decoder = new TextDecoder();
  let count = 0;
  let size = 0;

  function segmentFor(length: number): Segment {
    const last = segments.at(-1);
    if (last !== undefined && last.used + length <= last.bytes.length) {
      return last;
    }
    const usual = Math.min(Math.max(size, MIN_SEGMENT), MAX_SEGMENT);
    const segment: Segment = {
      bytes: new Uint8Array(Math.max(usual, length)),
      used: 0,
      first: count + 1,
    };
    segments.push(segment);
    size += segment.bytes.length;
    return segment;
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
    seek(seq) {
      const found = segments.findLastIndex(({ first }) => first <= seq);
      const cursor = { segment: Math.max(found, 0), offset: 0 };
      const segment = segments[found];
      if (segment === undefined) return cursor;
      for (let k = segment.first; k < seq; k++) {
        cursor.offset = segment.bytes.indexOf(LINE_END, cursor.offset) + 1;
      }
      return cursor;
    },
    read(cursor) {
      let segment = segments[cursor.segment];
      if (segment?.used === cursor.offset) {
        const next = segments[cursor.segment + 1];
        if (next === undefined) return [];
        cursor.segment++;
        cursor.offset = 0;
        segment = next;
      }
      if (segment === undefined) return [];
      const text = decoder.decode(
        segment.bytes.subarray(cursor.offset, segment.used),
      );
      cursor.offset = segment.used;
      const lines = text.split("\n");
      // What follows the last line end.
      lines.pop();
      return lines;
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
