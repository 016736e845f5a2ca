/**
 * What can be read from.
 *
 * @module
 */

/**
 * Tells whether a value is a stream to read from. By its shape: a stream of
 * another realm, or a polyfilled one, will do.
 *
 * @param value Anything.
 * @returns Whether it is one, locked or not.
 */
export function isReadableStream(value: unknown): value is ReadableStream {
  const stream = value as Partial<ReadableStream> | null | undefined;
  return typeof stream?.getReader === "function" &&
    typeof stream.locked === "boolean";
}
