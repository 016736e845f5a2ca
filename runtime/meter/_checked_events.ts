/**
 * What has been logged since.
 *
 * @module
 */

import { refuse } from "../../message/find_fault.ts";
import { iterable } from "../session/iterable.ts";
import type { SessionEvent } from "../session/session_event.ts";
import { checkEvent } from "./_check_event.ts";

/** Goes through events, checking each, the first of which follows a revision. */
export function* checkedEvents(
  events: Iterable<SessionEvent>,
  revision: number,
): Generator<SessionEvent, void> {
  refuse(iterable(events, "events"), "read events");
  let seq = revision;
  for (const event of events) yield checkEvent(event, seq += 1);
}
