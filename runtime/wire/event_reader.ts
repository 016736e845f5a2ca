/**
 * Cutting the text of a body into events, within limits.
 *
 * @module
 */

import { MALFORMED_RESPONSE_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import type { ResolvedWireLimits } from "./wire_limits.ts";

/** What an {@linkcode EventReader} is told and tells. */
export interface EventReaderOptions {
  /** What is put up with. */
  readonly limits: Pick<ResolvedWireLimits, "maxEventLength" | "maxEvents">;
  /**
   * Takes an event. What it throws leaves `feed()` or `end()`.
   *
   * @param data The text of the event.
   * @param id Its id, where it has one.
   */
  event(data: string, id?: string): void;
}

/** Cuts the text of one body into events. Of no use once it has thrown. */
export interface EventReader {
  /**
   * Takes the text of one read.
   *
   * @param text The text, cut anywhere.
   * @throws {LlmError} `MALFORMED_RESPONSE`, beyond a limit.
   */
  feed(text: string): void;
  /**
   * Treats what is left as the last event: the text is over.
   *
   * @throws {LlmError} `MALFORMED_RESPONSE`, beyond a limit.
   */
  end(): void;
}

/**
 * Holds events to their limits.
 *
 * @param options The limits, and who takes what is within them.
 * @returns Takes every event.
 */
export function limitEvents(
  { limits, event }: EventReaderOptions,
): EventReaderOptions["event"] {
  const { maxEventLength, maxEvents } = limits;
  let count = 0;
  return (data, id) => {
    if (data.length > maxEventLength) throw tooLong(maxEventLength);
    if (++count > maxEvents) {
      throw malformed(`it has more than ${maxEvents} events`);
    }
    event(data, id);
  };
}

/** Makes the error for an event that does not end. */
export function tooLong(maxEventLength: number): LlmError {
  return malformed(`an event is longer than ${maxEventLength} characters`);
}

function malformed(state: string): LlmError {
  return new LlmError(`Cannot read body: ${state}`, MALFORMED_RESPONSE_CODE);
}
