/**
 * A log, and where it stands.
 *
 * @module
 */

import type {
  SessionEvent,
  SessionEventOf,
  SessionEventType,
} from "./session_event.ts";
import type { SessionLog } from "./session_log.ts";
import { createTurnState, foldTurn, type TurnState } from "./turn_state.ts";

/** A log that is known to stand somewhere, whoever appends to it. */
export interface TurnLog
  extends Pick<SessionLog, "append" | "appendChunks" | "eventsFrom" | "sync"> {
  /** Where it stands, after the last append made here or {@linkcode catchUp}. */
  readonly state: Readonly<TurnState>;
  /** Takes in what others have appended. */
  catchUp(): void;
  /** Reads the event of a seq, if it is not 0. */
  at<Type extends SessionEventType>(
    seq: number,
  ): SessionEventOf<Type> | undefined;
}

/**
 * Follows where a log stands.
 *
 * @param log The log.
 * @param state Where it stood when it was looked at last.
 * @returns The log, and where it stands.
 */
export function createTurnLog(
  log: SessionLog,
  state: TurnState = createTurnState(),
): TurnLog {
  function catchUp(): void {
    if (state.seq === log.revision) return;
    for (const event of log.eventsFrom(state.seq + 1)) foldTurn(state, event);
  }

  return {
    state,
    catchUp,
    eventsFrom: log.eventsFrom,
    sync: log.sync,
    async append(type, data, extra) {
      const event = await log.append(type, data, extra);
      // It is at hand, and a long answer takes a while to read again.
      if (event.seq === state.seq + 1) foldTurn(state, event as SessionEvent);
      else catchUp();
      return event;
    },
    async appendChunks(step, chunks) {
      const range = await log.appendChunks(step, chunks);
      // Chunks change nothing in it, and are many.
      if (range.from === state.seq + 1) state.seq = range.to;
      return range;
    },
    at<Type extends SessionEventType>(seq: number) {
      if (seq === 0) return undefined;
      const [event] = log.eventsFrom(seq);
      return event as SessionEventOf<Type> | undefined;
    },
  };
}
