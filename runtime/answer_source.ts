/**
 * Waiting for a listener that takes its time.
 *
 * @module
 */

import { type ChunkSource, END } from "./chunk_source.ts";
import { deferred } from "./deferred.ts";

const NOTHING: ChunkSource = {
  read: () => Promise.resolve(END),
  cancel: () => Promise.resolve(),
};

/**
 * Makes a source of one that a listener has promised. Nobody waits for a promise
 * that may never settle: a consumer that leaves is not kept, and an abort ends
 * the wait. What the listener still answers then is cancelled.
 *
 * @param answer The promise.
 * @param signals Whoever may give up.
 * @returns The source. Its reads reject with what the promise rejects with, or
 * with the reason of the abort.
 */
export function answerSource(
  answer: PromiseLike<ChunkSource>,
  signals: readonly (AbortSignal | undefined)[],
): ChunkSource {
  const { promise: source, resolve, reject } = deferred<ChunkSource>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settled = false;
  let cancelled = false;
  /** Why nobody waits for the answer any more. */
  let reason: unknown;

  function settle(how: () => void): void {
    settled = true;
    clearTimeout(timer);
    for (const signal of signals) signal?.removeEventListener("abort", abort);
    how();
  }

  function abort(): void {
    // The listener may hear of the abort too, from the signal or from the call
    // it makes, and know better how to end. Such a call gives its adapter until
    // the next task; a listener has until the one after.
    timer ??= setTimeout(() => {
      timer = setTimeout(leave, 0);
    }, 0);
  }

  function leave(): void {
    reason = signals.find((signal) => signal?.aborted)?.reason;
    settle(() => reject(reason));
  }

  if (signals.some((signal) => signal?.aborted)) abort();
  for (const signal of signals) signal?.addEventListener("abort", abort);
  answer.then(
    (own) => {
      if (!settled) settle(() => resolve(own));
      else own.cancel(reason).catch(() => {});
    },
    (error) => {
      if (!settled) settle(() => reject(error));
    },
  );
  // A failure is told at the first read. Nobody may ever read.
  source.catch(() => {});
  return {
    async read() {
      const own = await source;
      // The first read of a call starts it: not one that is cancelled.
      return cancelled ? END : await own.read();
    },
    async cancel(why) {
      cancelled = true;
      if (settled) {
        await (await source).cancel(why);
        return;
      }
      reason = why;
      settle(() => resolve(NOTHING));
    },
  };
}
