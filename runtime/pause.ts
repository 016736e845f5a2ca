/**
 * Waiting for a time.
 *
 * @module
 */

import { raceAbort } from "./race_abort.ts";

/**
 * Waits. Leaves no timer behind when it is given up.
 *
 * @param ms How long, in milliseconds.
 * @param signals Whoever may give up.
 * @returns Settles when the time is over.
 * @throws The reason of the abort.
 */
export async function pause(
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
): Promise<void> {
  await raceAbort((aborted) =>
    new Promise<void>((resolve) => {
      // Timers drop fractions, which would make the wait too short.
      const timer = setTimeout(resolve, Math.ceil(ms));
      aborted.addEventListener("abort", () => clearTimeout(timer));
    }), signals);
}
