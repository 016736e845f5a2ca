/**
 * Waiting no longer than there is time.
 *
 * @module
 */

import { raceAbort } from "./race_abort.ts";

/** How long {@linkcode raceTimeout} waits. */
export interface RaceTimeoutOptions {
  /** Most milliseconds to wait. */
  readonly limitMs: number;
  /** Whoever may give up before. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** Makes the error for what takes longer. */
  readonly tooLate: () => Error;
}

/**
 * Waits for a promise as `raceAbort()` does, and for so long at most. Leaves no timer
 * behind.
 *
 * @typeParam T What the promise resolves to.
 * @param start Makes the promise. Gets a signal that aborts as soon as nobody waits.
 * @param options How long to wait.
 * @returns What the promise resolves to.
 * @throws What `tooLate` makes, the reason of the abort, or what the promise rejects
 * with.
 */
export async function raceTimeout<T>(
  start: (signal: AbortSignal) => T | PromiseLike<T>,
  { limitMs, signals, tooLate }: RaceTimeoutOptions,
): Promise<T> {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(tooLate()), limitMs);
  try {
    return await raceAbort(start, [...signals, clock.signal]);
  } finally {
    clearTimeout(timer);
  }
}
