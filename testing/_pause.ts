/**
 * Waits on the clock the globals hold at that moment, so that faked time works.
 *
 * @module
 */

// More milliseconds than this make a timer fire at once.
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Waits. Ends early, without a rejection and without a timer left behind, when
 * the signal aborts.
 *
 * @param ms How long. `Infinity` waits for the signal alone.
 * @param signal Ends the wait.
 * @returns Settles when the time is over or the signal aborts.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    // A timer of infinite length would fire at once.
    const timer = ms === Infinity ? undefined : setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });

    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}

/**
 * Refuses a delay no timer can keep.
 *
 * @param path Name of the option, for the message.
 * @param ms The delay.
 * @throws {RangeError} If it is negative, `NaN`, or finite and longer than
 * timers last.
 */
export function assertDelay(path: string, ms: number): void {
  if (ms >= 0 && (ms <= MAX_TIMER_MS || ms === Infinity)) return;
  throw new RangeError(
    `Cannot use delay: "${path}" must be from 0 to ${MAX_TIMER_MS}, or Infinity`,
  );
}
