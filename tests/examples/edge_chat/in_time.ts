/** Promises that would keep a test from ending if nobody kept them. */

// Before any test fakes them: a broken promise fails in real time.
const { clearTimeout, setTimeout } = globalThis;

/**
 * Waits for a promise, and fails where it is broken.
 *
 * @param promise The promise.
 * @param describe Says what was waited for.
 * @param patienceMs Milliseconds to wait.
 */
export async function inTime<T>(
  promise: Promise<T>,
  describe: () => string,
  patienceMs = 5_000,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`Waited in vain for ${describe()}`)),
    patienceMs,
  );
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
