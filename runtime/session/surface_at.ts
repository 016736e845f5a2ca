/**
 * What the model saw at some place of a log.
 *
 * @module
 */

import { foldSurface, type SurfaceNode } from "./fold_surface.ts";
import type { SessionEvent } from "./session_event.ts";
import type { SessionLog } from "./session_log.ts";

/**
 * Finds what the model sees after an event.
 *
 * @param log The log.
 * @param seq Seq of the event.
 * @returns The messages as they were then.
 */
export function surfaceAt(log: SessionLog, seq: number): SurfaceNode[] {
  // Whoever else appends may have done so since.
  return log.revision === seq
    ? [...log.surface]
    : foldSurface(upTo(log.eventsFrom(1), seq));
}

function* upTo(
  events: Iterable<SessionEvent>,
  seq: number,
): Generator<SessionEvent, undefined> {
  for (const event of events) {
    if (event.seq > seq) return;
    yield event;
  }
}
