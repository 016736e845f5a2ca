/**
 * What bytes come in.
 *
 * @module
 */

/**
 * Tells whether a value is an array of bytes, one of another realm included.
 *
 * @param value Anything.
 * @returns Whether it is a `Uint8Array`.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) &&
    Object.prototype.toString.call(value) === "[object Uint8Array]";
}
