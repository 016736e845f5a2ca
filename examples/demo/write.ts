/**
 * Writes text to a terminal, a pipe or a file.
 *
 * @module
 */

const encoder = new TextEncoder();

/**
 * Writes all of a text.
 *
 * @param output Standard output or standard error.
 * @param output.writeSync Writes what it can, and tells how much that was.
 * @param text The text.
 */
export function write(
  output: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  let bytes = encoder.encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(output.writeSync(bytes));
}
