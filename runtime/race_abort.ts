/**
 * Waiting no longer than a caller does.
 *
 * @module
 */

/**
 * Waits for a promise, or for an abort if that comes first.
 *
 * @typeParam T What the promise resolves to.
 * @param start Makes the promise. Not called once the signal has aborted.
 * @param signal The caller's signal.
 * @returns What the promise resolves to.
 * @throws The reason of the abort, or what the promise rejects with.
 */
export function raceAbort<T>(
  start: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return start();
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    start().then(resolve, reject).finally(() =>
      signal.removeEventListener("abort", abort)
    );
  });
}
