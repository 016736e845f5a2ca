/**
 * Somebody who reads a call, and may stop at any step.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../../mod.ts";

/** When a reader stops, and how. */
export interface Leave {
  /** After how many chunks. */
  readonly after: number;
  /** What it does then. */
  readonly how: "read on" | "cancel" | "break" | "abort" | "close";
}

/** What a reader saw. */
export interface Consumed {
  /** The chunks. */
  readonly chunks: StreamChunk[];
  /** What reading threw. */
  error?: { readonly value: unknown };
  /** What cancelling threw. */
  cancelError?: { readonly value: unknown };
  /** Whether it stayed to the end. */
  stayed: boolean;
}

/** Options for {@linkcode consume}. */
export interface ConsumeOptions {
  /** When to stop. */
  readonly leave: Leave;
  /** Aborts the call. */
  readonly abort: () => void;
  /** Closes the runtime. */
  readonly close: () => void;
}

/**
 * Reads a call.
 *
 * @param stream The call.
 * @param seen Takes what comes.
 * @param options When to stop.
 */
export async function consume(
  stream: ChunkStream,
  seen: Consumed,
  { leave, abort, close }: ConsumeOptions,
): Promise<void> {
  const reader = stream.getReader();
  try {
    for (let count = 0;; count++) {
      if (count === leave.after) {
        if (leave.how === "abort") abort();
        if (leave.how === "close") close();
        if (leave.how === "cancel" || leave.how === "break") {
          seen.stayed = false;
          // With a read in hand, as a loop that is left has none.
          if (leave.how === "cancel") reader.read().catch(() => {});
          await reader.cancel(new Error("Left")).catch((value) => {
            seen.cancelError = { value };
          });
          return;
        }
      }
      const { done, value } = await reader.read();
      if (done) return;
      seen.chunks.push(value);
    }
  } catch (value) {
    seen.error = { value };
  } finally {
    reader.releaseLock();
  }
}
