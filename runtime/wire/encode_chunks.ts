/**
 * From chunks to bytes, as the two sides of a transform.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import { type Deferred, deferred } from "../deferred.ts";
import { encodeBatch, type WireFormat } from "./encode_batch.ts";

/** Options for {@linkcode encodeSse} and {@linkcode encodeNdjson}. */
export interface EncodeOptions {
  /**
   * Whether to send the adapter's private state in `finish`.
   *
   * @default {false}
   */
  replayState?: boolean | undefined;
}

// How many turns of the queue of promises a pipe may take from one chunk to the
// next. A guess too low costs time, one too high costs latency far below a
// millisecond.
const PATIENCE = 8;

/**
 * Most chunks that are encoded at once: a source that never pauses must not keep
 * the reader waiting.
 */
export const MAX_BATCH: number = 256;

/**
 * Makes what a `TransformStream` would be, but for its price: that hands over
 * chunk by chunk. What is written while a reader waits is handed over at once.
 * While none does, the writer waits with a single chunk.
 *
 * @param format How chunks are framed.
 * @param options What else is sent.
 * @returns The two sides.
 * @throws {TypeError} If an option is wrong in kind.
 */
export function encodeChunks(
  format: WireFormat,
  { replayState = false }: EncodeOptions,
): TransformStream<StreamChunk, Uint8Array> {
  if (typeof replayState !== "boolean") {
    throw new TypeError(
      'Cannot encode chunks: "options.replayState" must be a boolean',
    );
  }
  let input!: WritableStreamDefaultController;
  let output!: ReadableStreamDefaultController<Uint8Array>;
  let held: StreamChunk[] = [];
  /** Whether a reader waits. */
  let wanted = false;
  let collecting = false;
  /** Settled once the writer may go on. */
  let room: Deferred<void> | undefined;

  function release(): void {
    room?.resolve();
    room = undefined;
  }

  function flush(): void {
    const chunks = held;
    if (chunks.length === 0) return;
    held = [];
    // Before the bytes: the platform may ask for the next ones at once.
    wanted = false;
    const { bytes, failed } = encodeBatch(chunks, { format, replayState });
    // Whoever waits gets it, whatever follows.
    if (bytes.length > 0) output.enqueue(bytes);
    if (failed !== undefined) throw failed.error;
  }

  /** Waits for chunks as long as they keep coming, then hands them over. */
  function collect(): void {
    if (collecting) return;
    collecting = true;
    let seen = 0;
    let patience = 0;
    function look(): void {
      if (held.length > seen) {
        seen = held.length;
        patience = PATIENCE;
      }
      if (held.length > 0 && seen < MAX_BATCH && patience-- > 0) {
        queueMicrotask(look);
        return;
      }
      collecting = false;
      try {
        flush();
      } catch (error) {
        output.error(error);
        input.error(error);
      }
    }
    look();
  }

  const writable = new WritableStream<StreamChunk>({
    start(controller) {
      input = controller;
    },
    write(chunk) {
      held.push(chunk);
      if (wanted) {
        collect();
        return;
      }
      room = deferred();
      return room.promise;
    },
    close() {
      try {
        flush();
        output.close();
      } catch (error) {
        output.error(error);
        throw error;
      }
    },
    abort(reason) {
      try {
        // Only who waits can get it: an error drops what is queued.
        if (wanted) flush();
      } finally {
        held = [];
        output.error(reason);
      }
    },
  });
  // A sink hears of an abort only once its write is over, and that waits.
  input.signal.addEventListener("abort", release);
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      output = controller;
    },
    pull() {
      wanted = true;
      release();
      if (held.length > 0) collect();
    },
    cancel(reason) {
      held = [];
      release();
      input.error(reason);
    },
  }, { highWaterMark: 0 });
  return { readable, writable };
}
