/**
 * What can be measured.
 *
 * @module
 */

import type { SessionEvent } from "../session/session_event.ts";

/**
 * A log that can be read from any event on, such as a `Session`. What has been
 * logged stays as it is.
 */
export interface MeasurableSession {
  /** Seq of the last event, 0 where there is none. */
  readonly revision: number;
  /** What there is now, from an event on. */
  eventsFrom(seq: number): Iterable<SessionEvent>;
}
