/**
 * Makes logs.
 *
 * @module
 */

import { deferred } from "../deferred.ts";
import { isCount } from "../read_shape.ts";
import {
  type ChunkRun,
  chunkRuns,
  countEvents,
  runLines,
} from "./_chunk_runs.ts";
import { eventJson, eventLine, refusal } from "./_event_json.ts";
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

// Fewer deltas take less as lines than on their own.
const MIN_RUN = 8;

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
  /** Why the sink is asked for nothing more. */
  let abandoned: { readonly error: unknown } | undefined;
  /** Ends the wait for the sink under way. */
  let giveUp: ((error: unknown) => void) | undefined;
  /** The last of what is done one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  function checkSink(): void {
    if (abandoned !== undefined) throw abandoned.error;
  }

  function checkOpen(): void {
    checkSink();
    if (closing === undefined) return;
    throw new Error("Cannot append event: the session was closed");
  }

  /** Waits for the sink, which may never settle, until it is abandoned. */
  function settled(wait: void | Promise<void>): Promise<void> {
    const { promise, resolve, reject } = deferred<void>();
    giveUp = reject;
    Promise.resolve(wait).then(resolve, reject);
    return promise;
  }

  function wakeAll(): void {
    for (const wake of [...waiting]) wake();
  }

  async function add(runs: readonly ChunkRun[]): Promise<SeqRange> {
    checkOpen();
    const from = store.count + 1;
    const to = runs.reduce((seq, run) => seq + countEvents(run), store.count);
    const range = { from, to };
    if (from > to) return range;
    const time = Date.now();
    const count = to - store.count;
    const isShort = count < MIN_RUN;
    const lines = isShort || sink !== undefined ? linesOf(runs, time) : "";
    if (sink !== undefined) {
      const writer = lineWriterOf(sink);
      if (writer !== undefined) {
        await settled(writer(encoder.encode(lines), to));
      } else {
        const each = lines.split(/(?<=\n)/);
        if (count === 1 || sink.writeAll === undefined) {
          return await addEach(each, range);
        }
        await settled(sink.writeAll(each.map(parseEvent)));
      }
    }
    if (isShort) store.push(encoder.encode(lines), count);
    else for (const run of runs) storeRun(run, time);
    wakeAll();
    return range;
  }

  function storeRun(run: ChunkRun, time: number): void {
    const count = countEvents(run);
    if (typeof run !== "string" && count >= MIN_RUN) {
      return store.pushRun(run, time);
    }
    store.push(encoder.encode(runLines(run, store.count + 1, time)), count);
  }

  function linesOf(runs: readonly ChunkRun[], time: number): string {
    let seq = store.count + 1;
    let lines = "";
    for (const run of runs) {
      lines += runLines(run, seq, time);
      seq += countEvents(run);
    }
    return lines;
  }

  /** Each counts, whatever becomes of the next. */
  async function addEach(
    lines: readonly string[],
    range: SeqRange,
  ): Promise<SeqRange> {
    for (const line of lines) {
      const wait = sink?.write(parseEvent(line));
      // A sink that is done at once costs no turn of the loop.
      if (wait !== undefined) await settled(wait);
      store.push(encoder.encode(line), 1);
      wakeAll();
    }
    return range;
  }

  async function addOne(json: string): Promise<SessionEvent> {
    checkOpen();
    const line = eventLine(json, store.count + 1, Date.now());
    // Looked at when its turn comes: some of it depends on what came before.
    const event = parseEvent(line);
    checkSessionEvent(event, refusal);
    const fault = findSurfaceFault(surface, event.surfaceOp);
    if (fault) throw refusal(fault);
    if (sink !== undefined) await settled(sink.write(event));
    changeSurface(surface, event);
    store.push(encoder.encode(line), 1);
    wakeAll();
    return event;
  }

  async function sync(): Promise<void> {
    checkSink();
    await settled(sink?.sync?.());
  }

  async function end(): Promise<void> {
    try {
      await sync();
    } finally {
      endStreams();
    }
  }

  function endStreams(): void {
    ended = true;
    wakeAll();
  }

  return {
    get revision() {
      return store.count;
    },
    get surface() {
      return surface;
    },
    get closed() {
      return (closing ?? abandoned) !== undefined;
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
      const runs = chunkRuns(step, chunks);
      return await (sink === undefined ? add(runs) : inTurn(() => add(runs)));
    },
    sync: () => inTurn(sync),
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
              const events = store.read(cursor ??= store.seek(from));
              if (events !== undefined) {
                for (let k = 0; k < events.length; k++) {
                  controller.enqueue(events.at(k));
                }
                return;
              }
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
    abandon(error) {
      if (ended) return;
      abandoned = { error };
      giveUp?.(error);
      endStreams();
    },
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
    const events = store.read(cursor)!;
    for (let k = 0; k < events.length && left > 0; k++) {
      yield events.at(k);
      left--;
    }
  }
}

function checkSeq(value: unknown): void {
  if (isCount(value)) return;
  throw new RangeError('Cannot read events: "seq" must be a positive integer');
}
