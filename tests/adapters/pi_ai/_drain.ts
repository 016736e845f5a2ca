/**
 * Streams read to their end, and signals that are watched.
 *
 * @module
 */

import type { StreamChunk } from "../../../message.ts";

/** Everything of a stream, its failure included. */
export async function drain(
  stream: ReadableStream<StreamChunk>,
): Promise<StreamChunk[]> {
  return await Array.fromAsync(stream);
}

export function textOf(chunks: StreamChunk[]): string {
  return chunks.map((chunk) => chunk.type === "text-delta" ? chunk.text : "")
    .join("");
}

/** Lets whatever is on its way arrive. */
export async function settle(): Promise<void> {
  for (let k = 0; k < 50; k++) await Promise.resolve();
}

/** A signal that tells how many listen. */
export function spySignal(): {
  signal: AbortSignal;
  abort(): void;
  listeners(): number;
} {
  const aborting = new AbortController();
  const { signal } = aborting;
  let count = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    count++;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (
    ...args: Parameters<typeof removeEventListener>
  ) => {
    count--;
    removeEventListener.apply(signal, args);
  };
  return { signal, abort: () => aborting.abort(), listeners: () => count };
}
