/**
 * Where the events of a session are kept.
 *
 * @module
 */

import type { SessionEvent } from "./session_event.ts";

/** How much of a log a sink holds once a session goes on with it. */
export interface LogEnd {
  /** Seq of the last event that counts. */
  readonly revision: number;
  /**
   * Bytes up to the end of that event's line. Absent where the log was not read
   * from bytes.
   */
  readonly byteLength?: number | undefined;
  /**
   * Whether the line of that event lacks its line end.
   *
   * @default {false}
   */
  readonly open?: boolean | undefined;
}

/**
 * Keeps the events of one session: a file, a database, a queue.
 *
 * One call at a time, in the order of the log. An event counts as logged once the
 * sink has taken it. After a write that failed, the next event has the same `seq`
 * and takes the place of what the failed write may have left. A sink that waits for
 * something it appends to the session itself waits for ever.
 *
 * A session waits for its sink, however long that takes. Who aborts a request or
 * closes the session waits for one that takes nothing for 5 seconds at most, and hears
 * of it by `SINK_STALLED`.
 */
export interface SessionSink {
  /**
   * Takes one event.
   *
   * @param event The event. Frozen, lossless JSON.
   * @returns Settles once the sink has it.
   */
  write(event: SessionEvent): void | Promise<void>;
  /**
   * Takes the events of one network read at once, all of them or none. Without it
   * they are written one by one.
   *
   * @param events The events, in order.
   * @returns Settles once the sink has them.
   */
  writeAll?(events: readonly SessionEvent[]): void | Promise<void>;
  /**
   * Makes what was taken survive a crash. Called at the end of each turn and when
   * the session is closed.
   *
   * @returns Settles once it would.
   */
  sync?(): void | Promise<void>;
  /**
   * Hears how much of what it holds was read back, before the first write to it.
   * What lies behind that does not count, and has to go.
   *
   * @param end The end of the log.
   * @returns Settles once the rest is gone.
   */
  resume?(end: LogEnd): void | Promise<void>;
}
