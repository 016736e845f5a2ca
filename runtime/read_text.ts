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

/** Options for {@linkcode readText}. */
export interface ReadTextOptions {
  /** Most bytes to read. */
  readonly maxBytes: number;
  /** Aborts when nobody waits for the text any more. */
  readonly signal: AbortSignal;
}

/**
 * Reads a body that is no stream of events. What is not wanted of it is stopped.
 *
 * @param reader Reads it. Absent: there is no body.
 * @param options How much to read.
 * @returns What it says, as far as it may and can be read. Never rejects.
 */
export async function readText(
  reader: BodyReader | undefined,
  { maxBytes, signal }: ReadTextOptions,
): Promise<BodyText> {
  const decoder = new TextDecoder();
  let text = "";
  let left = maxBytes;

  // A `fetch` of the caller's own may not listen to the signal.
  function stop(): void {
    reader?.cancel(signal.reason).catch(() => {});
  }

  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop);
  try {
    while (left >= 0) {
      const value = (await reader?.read())?.value;
      if (value === undefined) return { text: text + decoder.decode() };
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.length;
    }
  } catch (error) {
    return { text, error };
  } finally {
    signal.removeEventListener("abort", stop);
  }
  // Nobody waits for the rest.
  stop();
  return { text, cut: true };
}
