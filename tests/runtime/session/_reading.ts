/**
 * Reads logs to test with.
 *
 * @module
 */

import {
  createEventReader,
  type EventReaderOptions,
} from "../../../runtime/session/event_reader.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import type { SessionLogProblem } from "../../../runtime/session/session_log_error.ts";
import { event } from "./_events.ts";

/** What came of reading. */
export interface Reading {
  readonly events: SessionEvent[];
  readonly lines: string[];
  readonly problems: SessionLogProblem[];
  readonly over: boolean;
  readonly byteLength: number | undefined;
  readonly open: boolean;
}

/** Bytes of some text. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** A small event. */
export function turn(seq: number): SessionEvent {
  return event(seq, { type: "turn/start", data: { turn: 1 } });
}

/** Reads some input, and tells what came of it. */
export function read(
  inputs: readonly unknown[],
  options: Partial<EventReaderOptions> = {},
): Reading {
  const events: SessionEvent[] = [];
  const lines: string[] = [];
  const problems: SessionLogProblem[] = [];
  const reader = createEventReader({
    onProblem: (problem) => void problems.push(problem),
    take(event, line) {
      events.push(event);
      lines.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(line));
      return undefined;
    },
    ...options,
  });
  const over = inputs.some((input) => reader.feed(input));
  if (!over) reader.end();
  const { byteLength, open } = reader;
  return { events, lines, problems, over, byteLength, open };
}
