/**
 * What can be read from.
 *
 * @module
 */

import { type Fault, must } from "../message/find_fault.ts";

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

/** Finds what is no stream, or one that something reads already. */
export function freeStream(value: unknown, path: string): Fault | undefined {
  return must(
    isReadableStream(value) && !value.locked,
    path,
    "a ReadableStream that is not locked",
  );
}
