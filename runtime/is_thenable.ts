/**
 * Tells whether there is something to wait for.
 *
 * @module
 */

/**
 * Tells whether a value is a promise, of any realm or library.
 *
 * @param value Anything.
 * @returns Whether it has a method `then`.
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)
    ?.then === "function";
}
