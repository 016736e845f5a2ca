/**
 * The log of a session: what was logged, in order.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import type { SurfaceNode } from "./fold_surface.ts";
import type {
  SessionEvent,
  SessionEventMap,
  SessionEventOf,
  SessionEventType,
  SurfaceOp,
} from "./session_event.ts";

/** What else an event may say. */
export interface EventExtra {
  /** What it does to the messages the model sees. */
  readonly surfaceOp?: SurfaceOp | undefined;
  /** Seqs of the chunks it was folded from. */
  readonly sourceEventSeqs?: readonly number[] | undefined;
}

/** The step that chunks belong to. */
export interface StepRef {
  /** Which turn. */
  readonly turn: number;
  /** Which step of the turn. */
  readonly step: number;
}

/** Events that follow each other. Empty where `to` is below `from`. */
export interface SeqRange {
  /** Seq of the first one. */
  readonly from: number;
  /** Seq of the last one. */
  readonly to: number;
}

/**
 * An append-only log. Appends take effect in the order of their calls, one after
 * the other, each as soon as the sink has it. One that fails changes nothing: those
 * after it go on with the seq it would have had.
 */
export interface SessionLog {
  /** Seq of the last event, 0 if there is none. */
  readonly revision: number;
  /** The messages the model sees now. Changes with the log: copy what is kept. */
  readonly surface: readonly SurfaceNode[];
  /** Whether nothing can be appended any more. */
  readonly closed: boolean;
  /**
   * Appends one event. What is given is copied at once.
   *
   * Resolves to the event once the sink has it. Rejects with a `TypeError` that
   * names the field if the event is not sound or not JSON, and with whatever the
   * sink failed with.
   */
  append<Type extends SessionEventType>(
    type: Type,
    data: SessionEventMap[Type],
    extra?: EventExtra,
  ): Promise<SessionEventOf<Type>>;
  /**
   * Appends an `assistant/chunk` for each chunk, with one write where the sink can.
   *
   * Rejects like `append`. Chunks before the one a sink failed at may be logged.
   */
  appendChunks(
    step: StepRef,
    chunks: readonly StreamChunk[],
  ): Promise<SeqRange>;
  /** Lets the sink make all of it durable that was appended so far. */
  sync(): Promise<void>;
  /** The events there are now, from one on. */
  eventsFrom(seq: number): Iterable<SessionEvent>;
  /** The events there are from one on, then those to come. Ends at the close. */
  stream(from: number): ReadableStream<SessionEvent>;
  /**
   * Refuses whatever is not yet on its way to the sink, waits for what is, lets the
   * sink make it durable, and ends the streams.
   */
  close(): Promise<void>;
  /**
   * Gives the sink up, which does not settle: it is asked for nothing more, since it
   * takes one call at a time. Whatever waits for it fails, and the streams end.
   */
  abandon(error: unknown): void;
}
