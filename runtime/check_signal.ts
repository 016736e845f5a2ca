/**
 * What cancels things.
 *
 * @module
 */

/**
 * Checks that a value is an abort signal, or absent.
 *
 * @param value The value.
 * @param path What to call it in the message.
 * @throws {TypeError} If it is neither.
 */
export function checkSignal(value: unknown, path: string): void {
  if (value === undefined) return;
  const signal = value as AbortSignal | null;
  if (
    typeof signal !== "object" || signal === null ||
    typeof signal.aborted !== "boolean" ||
    typeof signal.addEventListener !== "function" ||
    typeof signal.removeEventListener !== "function"
  ) {
    throw new TypeError(`Cannot use signal: "${path}" must be an AbortSignal`);
  }
}
