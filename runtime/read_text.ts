/**
 * What a body says.
 *
 * @module
 */

import type { BodyReader } from "./read_body.ts";

/** What could be read of a body. */
export interface BodyText {
  /** The text. */
  readonly text: string;
  /** Whether there is more of it than may be read. */
  readonly cut?: boolean;
  /** Why no more of it could be read. */
  readonly error?: unknown;
}

/**
 * Reads a body that is no stream of events.
 *
 * @param reader Reads it. Absent: there is no body.
 * @param maxBytes Most bytes to read.
 * @returns What it says, as far as it may and can be read. Never rejects.
 */
export async function readText(
  reader: Pick<BodyReader, "read"> | undefined,
  maxBytes: number,
): Promise<BodyText> {
  const decoder = new TextDecoder();
  let text = "";
  let left = maxBytes;
  try {
    while (left >= 0) {
      const value = (await reader?.read())?.value;
      if (value === undefined) return { text: text + decoder.decode() };
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.length;
    }
  } catch (error) {
    return { text, error };
  }
  return { text, cut: true };
}
