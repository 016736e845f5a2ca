/**
 * From events to the messages the model sees.
 *
 * @module
 */

import type { Message } from "../../message.ts";
import { type Fault, must } from "../../message/find_fault.ts";
import type { SessionEvent, SurfaceOp } from "./session_event.ts";

/** A message the model sees, and where it comes from. */
export interface SurfaceNode {
  /** Seq of the event that put it there. */
  readonly seq: number;
  /** The message. */
  readonly message: Message;
}

/**
 * Folds events into the messages the model sees after the last of them.
 *
 * @param events The events, from the first one on.
 * @returns The messages, in order.
 * @throws {RangeError} If an event replaces messages that are not there.
 */
export function foldSurface(events: Iterable<SessionEvent>): SurfaceNode[] {
  const surface: SurfaceNode[] = [];
  for (const event of events) {
    const fault = findSurfaceFault(surface, event.surfaceOp);
    if (fault) {
      throw new RangeError(`Cannot fold event ${event.seq}: ${fault}`);
    }
    changeSurface(surface, event);
  }
  return surface;
}

/** Finds what keeps an event from changing a surface. */
export function findSurfaceFault(
  surface: readonly Pick<SurfaceNode, "seq">[],
  surfaceOp: SurfaceOp | undefined,
): Fault | undefined {
  if (surfaceOp?.op !== "replace") return undefined;
  const [start, end] = placesOf(surface, surfaceOp);
  return must(
    start !== -1,
    "surfaceOp.from",
    "the seq of a message that the model sees",
  ) ?? must(
    end >= start,
    "surfaceOp.to",
    "the seq of a message that the model sees, not before the first",
  );
}

/** Changes a surface as an event says that has no fault. */
export function changeSurface(
  surface: SurfaceNode[],
  { seq, data, surfaceOp }: SessionEvent,
): void {
  if (surfaceOp === undefined) return;
  const messages = "messages" in data
    ? data.messages
    : [(data as { message: Message }).message];
  const nodes = messages.map((message) => Object.freeze({ seq, message }));
  if (surfaceOp.op === "append") {
    for (const node of nodes) surface.push(node);
    return;
  }
  const [start, end] = placesOf(surface, surfaceOp);
  surface.splice(start, end - start + 1, ...nodes);
}

/** Finds the places of a range, -1 for what is not there. */
// What a compaction left stands where its messages stood, though its seq is
// higher: a range is one of places, and not of numbers.
export function placesOf(
  surface: readonly Pick<SurfaceNode, "seq">[],
  { from, to }: Extract<SurfaceOp, { op: "replace" }>,
): [start: number, end: number] {
  return [
    surface.findIndex(({ seq }) => seq === from),
    surface.findLastIndex(({ seq }) => seq === to),
  ];
}
