/**
 * Makes logs.
 *
 * @module
 */

import { deferred } from "../deferred.ts";
import { isCount } from "../read_shape.ts";
import {
  chunkEventsJson,
  eventJson,
  eventLines,
  refusal,
} from "./_event_json.ts";
import {
  createEventStore,
  type Cursor,
  type EventStore,
  parseEvent,
} from "./_event_store.ts";
import { lineWriterOf } from "./_line_writers.ts";
import { checkSessionEvent } from "./check_session_event.ts";
import {
  changeSurface,
  findSurfaceFault,
  type SurfaceNode,
} from "./fold_surface.ts";
import type { SessionEvent, SessionEventOf } from "./session_event.ts";
import type { SeqRange, SessionLog } from "./session_log.ts";
import type { SessionSink } from "./session_sink.ts";

/** What a log begins with. */
export interface SessionLogOptions {
  /** Where events are kept. Absent means in memory alone. */
  readonly sink?: SessionSink | undefined;
  /** The events there are. The log goes on adding to it. */
  readonly store?: EventStore | undefined;
  /** The messages that come of them. */
  readonly surface?: SurfaceNode[] | undefined;
}

/**
 * Makes a log.
 *
 * @param options What it begins with.
 * @returns The log.
 */
export function createSessionLog(
  { sink, store = createEventStore(), surface = [] }: SessionLogOptions = {},
): SessionLog {
  const encoder = new TextEncoder();
  /** Wake the streams that have nothing to read. */
  const waiting = new Set<() => void>();
  let closing: Promise<void> | undefined;
  /** Whether nothing will be added any more. */
  let ended = false;
  /** The last of what is done one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  function checkOpen(): void {
    if (closing === undefined) return;
    throw new Error("Cannot append event: the session was closed");
  }

  /** Gives events their seq and time. */
  function linesOf(events: readonly string[]): string[] {
    return eventLines(events, store.count + 1, Date.now());
  }

  function encode(lines: readonly string[]): Uint8Array {
    return encoder.encode(lines.join(""));
  }

  function keep(lines: Uint8Array, count: number): void {
    store.push(lines, count);
    for (const wake of [...waiting]) wake();
  }

  async function add(events: readonly string[]): Promise<SeqRange> {
    checkOpen();
    const lines = linesOf(events);
    const from = store.count + 1;
    const to = store.count + lines.length;
    if (lines.length > 0) await write(lines, to);
    return { from, to };
  }

  async function write(lines: readonly string[], to: number): Promise<void> {
    const writer = sink && lineWriterOf(sink);
    if (sink === undefined || writer !== undefined) {
      const bytes = encode(lines);
      if (writer !== undefined) await writer(bytes, to);
      keep(bytes, lines.length);
    } else if (lines.length > 1 && sink.writeAll !== undefined) {
      await sink.writeAll(lines.map(parseEvent));
      keep(encode(lines), lines.length);
    } else {
      for (const line of lines) {
        const wait = sink.write(parseEvent(line));
        // A sink that is done at once costs no turn of the loop.
        if (wait !== undefined) await wait;
        keep(encode([line]), 1);
      }
    }
  }

  async function addOne(json: string): Promise<SessionEvent> {
    checkOpen();
    const lines = linesOf([json]);
    // Looked at when its turn comes: some of it depends on what came before.
    const event = parseEvent(lines[0]!);
    checkSessionEvent(event, refusal);
    const fault = findSurfaceFault(surface, event.surfaceOp);
    if (fault) throw refusal(fault);
    if (sink !== undefined) await sink.write(event);
    changeSurface(surface, event);
    keep(encode(lines), 1);
    return event;
  }

  async function end(): Promise<void> {
    try {
      await sink?.sync?.();
    } finally {
      ended = true;
      for (const wake of [...waiting]) wake();
    }
  }

  return {
    get revision() {
      return store.count;
    },
    get surface() {
      return surface;
    },
    get closed() {
      return closing !== undefined;
    },
    async append(type, data, extra) {
      const json = eventJson(type, data, extra);
      // Without a sink there is nothing to wait for.
      const adding = sink === undefined
        ? addOne(json)
        : inTurn(() => addOne(json));
      return await adding as SessionEventOf<typeof type>;
    },
    async appendChunks(step, chunks) {
      const events = chunkEventsJson(step, chunks);
      return await (sink === undefined
        ? add(events)
        : inTurn(() => add(events)));
    },
    sync: () => inTurn(() => sink?.sync?.()),
    eventsFrom(seq) {
      checkSeq(seq);
      const to = store.count;
      return { [Symbol.iterator]: () => eventsBetween(store, seq, to) };
    },
    stream(from) {
      checkSeq(from);
      let cursor: Cursor | undefined;
      let wake: (() => void) | undefined;
      return new ReadableStream<SessionEvent>({
        async pull(controller) {
          for (;;) {
            if (from <= store.count) {
              const lines = store.read(cursor ??= store.seek(from));
              for (const line of lines) controller.enqueue(parseEvent(line));
              if (lines.length > 0) return;
            }
            if (ended) return controller.close();
            const { promise, resolve } = deferred<void>();
            wake = resolve;
            waiting.add(resolve);
            await promise;
            waiting.delete(resolve);
          }
        },
        cancel() {
          // Or else whoever leaves would be held until something is logged.
          if (wake !== undefined) waiting.delete(wake);
        },
      }, { highWaterMark: 0 });
    },
    close: () => closing ??= inTurn(end),
  };
}

function* eventsBetween(
  store: EventStore,
  from: number,
  to: number,
): Generator<SessionEvent, undefined> {
  if (from > to) return;
  const cursor = store.seek(from);
  let left = to - from + 1;
  while (left > 0) {
    for (const line of store.read(cursor).slice(0, left)) {
      yield parseEvent(line);
      left--;
    }
  }
}

function checkSeq(value: unknown): void {
  if (isCount(value)) return;
  throw new RangeError('Cannot read events: "seq" must be a positive integer');
}
