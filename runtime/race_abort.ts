/**
 * Waiting no longer than a caller does.
 *
 * @module
 */

import { deferred } from "./deferred.ts";

/**
 * Waits for a promise, or for an abort if that comes first.
 *
 * @typeParam T What the promise resolves to.
 * @param start Makes the promise. Gets a signal that aborts as soon as one of the
 * others does. Not called once one has aborted.
 * @param signals Whoever may give up.
 * @returns What the promise resolves to.
 * @throws The reason of the abort, or what the promise rejects with.
 */
export async function raceAbort<T>(
  start: (signal: AbortSignal) => T | PromiseLike<T>,
  signals: readonly (AbortSignal | undefined)[],
): Promise<T> {
  const own = new AbortController();
  const { promise: aborted, reject } = deferred<never>();

  function abort(): void {
    const reason = signals.find((signal) => signal?.aborted)?.reason;
    // Before the other side hears of it and answers with an error of its own.
    reject(reason);
    own.abort(reason);
  }

  if (signals.some((signal) => signal?.aborted)) {
    abort();
    return await aborted;
  }
  // Nobody waits for it any more if the start throws after an abort.
  aborted.catch(() => {});
  for (const signal of signals) signal?.addEventListener("abort", abort);
  try {
    return await Promise.race([aborted, start(own.signal)]);
  } finally {
    for (const signal of signals) signal?.removeEventListener("abort", abort);
  }
}
