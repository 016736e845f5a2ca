/**
 * A response that does not outlive an abort.
 *
 * @module
 */

import { type ChunkBatch, type ChunkSource, END } from "../chunk_source.ts";

/** A source that may have to be let go of. */
export interface PatientSource extends ChunkSource {
  /** Lets go of the signal. */
  release(): void;
}

// What may still come after an abort, from a source that never pauses.
const MAX_READS_AFTER_ABORT = 1_000;

/**
 * Holds a source to the abort of a signal.
 *
 * The boundary of a call ends it at the next task. Listeners that wrap calls may
 * hang, or go on: so the source ends here at the task after that, and is cancelled.
 *
 * @param source The source.
 * @param signal Whose abort ends it.
 * @returns The source, which ends early where it must.
 */
export function patientSource(
  source: ChunkSource,
  signal: AbortSignal,
): PatientSource {
  let over = false;
  let readsAfterAbort = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the read under way. */
  let giveUp: (() => void) | undefined;

  function abort(): void {
    timer = setTimeout(() => timer = setTimeout(end, 0), 0);
  }
  function end(): void {
    over = true;
    release();
    source.cancel(signal.reason).catch(() => {});
    giveUp?.();
  }
  function release(): void {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }

  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return {
    read() {
      if (!over && signal.aborted) {
        readsAfterAbort++;
        if (readsAfterAbort > MAX_READS_AFTER_ABORT) end();
      }
      if (over) return Promise.resolve(END);
      return new Promise<ChunkBatch>((resolve, reject) => {
        giveUp = () => resolve(END);
        source.read().then(resolve, reject);
      });
    },
    cancel: (reason) => source.cancel(reason),
    release,
  };
}
