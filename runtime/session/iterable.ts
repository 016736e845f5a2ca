/**
 * What events can be taken from.
 *
 * @module
 */

import { type Fault, must } from "../../message/find_fault.ts";

/** Finds what is no list of events, such as the session that has them. */
export function iterable(events: unknown, path: string): Fault | undefined {
  const { [Symbol.iterator]: iterate } = Object(events);
  return must(typeof iterate === "function", path, "an iterable of events");
}
