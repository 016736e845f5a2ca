/**
 * A promise that is settled from outside.
 *
 * @module
 */

/** A promise and the functions that settle it. */
export interface Deferred<T> {
  /** The promise. */
  readonly promise: Promise<T>;
  /** Fulfills it. */
  readonly resolve: (value: T) => void;
  /** Rejects it. */
  readonly reject: (reason: unknown) => void;
}

/** `Promise.withResolvers()`, for runtimes that lack it (Node 20 does). */
export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((...settle) => [resolve, reject] = settle);
  return { promise, resolve, reject };
}
