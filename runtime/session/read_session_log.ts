/**
 * Reads a whole log into memory.
 *
 * @module
 */

import type { SessionId } from "../../message.ts";
import { isReadableStream } from "../is_readable_stream.ts";
import {
  createEventStore,
  type EventStore,
  freezeEvent,
} from "./_event_store.ts";
import {
  createEventReader,
  type EventReader,
  type ReadLogOptions,
} from "./event_reader.ts";
import {
  changeSurface,
  findSurfaceFault,
  type SurfaceNode,
} from "./fold_surface.ts";
import type { SessionEvent, SessionEventOf } from "./session_event.ts";
import { SessionLogError } from "./session_log_error.ts";
import type { LogEnd } from "./session_sink.ts";
import { createTurnState, foldTurn, type TurnState } from "./turn_state.ts";

/** What was kept of a log: its events, or lines of JSON that hold them. */
export type SessionSource =
  | ReadableStream<SessionEvent>
  | ReadableStream<Uint8Array>
  | AsyncIterable<SessionEvent>
  | Iterable<SessionEvent>;

/** A log that was read. */
export interface LoadedLog {
  /** Names the session. */
  readonly sessionId: SessionId;
  /** Its events. */
  readonly store: EventStore;
  /** The messages that come of them. */
  readonly surface: SurfaceNode[];
  /** Where it stands between its turns. */
  readonly state: TurnState;
  /** Where it ends. */
  readonly end: LogEnd;
}

/** What is read one after the other. */
interface Input {
  next(): Promise<{ done?: boolean | undefined; value?: unknown }>;
  /** Leaves the rest. */
  stop(): Promise<unknown>;
}

/**
 * Reads a log.
 *
 * @param source What was kept of it.
 * @param options Where to stop, and who hears of problems.
 * @returns What is in it.
 * @throws {TypeError} If the source cannot be read.
 * @throws {HarnessError} `CORRUPT_LOG` or `UNSUPPORTED_LOG_VERSION`.
 */
export async function readSessionLog(
  source: SessionSource,
  options: ReadLogOptions = {},
): Promise<LoadedLog> {
  const store = createEventStore();
  const surface: SurfaceNode[] = [];
  const state = createTurnState();
  let sessionId: SessionId | undefined;
  const reader = createEventReader({
    ...options,
    first: 1,
    take(event, line) {
      const fault = findSurfaceFault(surface, event.surfaceOp);
      if (fault) return fault;
      if (event.seq === 1) {
        ({ sessionId } = (event as SessionEventOf<"session/start">).data);
      }
      if (event.surfaceOp) changeSurface(surface, freezeEvent(event));
      foldTurn(state, event);
      store.push(line, 1);
    },
  });
  await readAll(openInput(source), reader);
  if (sessionId === undefined) {
    throw new SessionLogError({
      kind: "corrupt",
      message: "it holds no event: Session.create() makes a new one",
      line: 1,
    });
  }
  const { byteLength, open } = reader;
  const end = { revision: store.count, byteLength, open };
  return { sessionId, store, surface, state, end };
}

async function readAll(input: Input, reader: EventReader): Promise<void> {
  let done = false;
  try {
    while (!done) {
      const result = await input.next();
      if (result.done) {
        done = true;
        reader.end();
      } else if (reader.feed(result.value)) return;
    }
  } finally {
    // Whatever comes of that: what was wanted is read, or failed.
    if (!done) await input.stop().catch(() => {});
  }
}

function openInput(source: SessionSource): Input {
  if (isReadableStream(source)) {
    if (source.locked) throw refusal("a stream that is not locked");
    const reader = source.getReader();
    return {
      next: () => reader.read(),
      stop: () => reader.cancel(),
    };
  }
  const { [Symbol.asyncIterator]: iterate, [Symbol.iterator]: iterateAll } =
    Object(source);
  // Characters and bytes can be iterated over, and are not what anyone means.
  const isPlain = typeof source === "string" || ArrayBuffer.isView(source);
  if (isPlain || typeof (iterate ?? iterateAll) !== "function") {
    throw refusal("a stream or an iterable of events");
  }
  const events: AsyncIterator<unknown> | Iterator<unknown> =
    (iterate ?? iterateAll).call(source);
  return {
    next: async () => await events.next(),
    stop: async () => void await events.return?.(),
  };
}

function refusal(wanted: string): TypeError {
  return new TypeError(
    `Cannot read session log: "source" must be ${wanted}`,
  );
}
