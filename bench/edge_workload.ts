/**
 * What the load on the edge chat is, for the process that makes it and the one
 * that bears it.
 *
 * @module
 */

/** Answers under way at once. */
export const STREAMS = 1_000;

/** Events of text in each. */
export const EVENTS = 200;

/** Milliseconds before each event. */
export const PACE_MS = 20;

/** Milliseconds that an answer is kept after its end. */
export const RETAIN_MS = 1_000;

/** The text of an event: no two of an answer are the same. */
export function textAt(event: number): string {
  return `${event} `;
}

/** The text of an answer. */
export const TEXT: string = Array.from(
  { length: EVENTS },
  (_, event) => textAt(event),
).join("");
