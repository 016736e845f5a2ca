/**
 * A source of bytes that is told what to bring, and when.
 *
 * @module
 */

import type {
  ByteBatch,
  ByteSource,
} from "../../../runtime/wire/keep_alive_body.ts";

/** A source, what was asked of it, and the means to answer. */
export interface ManualByteSource extends ByteSource {
  /** How many reads there were. */
  reads: number;
  /** The reason of each cancel. */
  readonly cancels: unknown[];
  /** Answers the read in hand, or else the next. */
  give(text: string, options?: { done?: boolean }): void;
  /** Fails the read in hand, or else the next. */
  fail(error: unknown): void;
}

/** Makes a source whose reads wait until they are answered. */
export function manualByteSource(
  { cancelled }: { cancelled?: Promise<void> } = {},
): ManualByteSource {
  const answers: (() => ByteBatch)[] = [];
  let reading: PromiseWithResolvers<ByteBatch> | undefined;

  function settle(): void {
    if (reading === undefined) return;
    const answer = answers.shift();
    if (answer === undefined) return;
    const { resolve } = reading;
    reading = undefined;
    resolve(Promise.try(answer));
  }

  return {
    reads: 0,
    cancels: [],
    read() {
      this.reads++;
      const { promise } = reading = Promise.withResolvers();
      settle();
      return promise;
    },
    async cancel(reason) {
      this.cancels.push(reason);
      await cancelled;
    },
    give(text, { done = false } = {}) {
      answers.push(() => ({ bytes: new TextEncoder().encode(text), done }));
      settle();
    },
    fail(error) {
      answers.push(() => {
        throw error;
      });
      settle();
    },
  };
}

/** Reads one piece of a body, as text, or tells that it is over. */
export async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<string> {
  const { done, value } = await reader.read();
  return done ? "(end)" : new TextDecoder().decode(value);
}
