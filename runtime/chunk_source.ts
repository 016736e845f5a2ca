/**
 * How chunks travel inside the module: a whole network read at a time.
 *
 * A `ReadableStream` costs at least one promise a chunk at every hop. A
 * {@linkcode ChunkSource} hands over everything one network read produced at
 * once, so the parts of a pipeline pay one promise a read. Streams made by
 * {@linkcode toChunkStream} remember their source: a later part of the pipeline
 * that holds such a stream takes the source back with
 * {@linkcode takeChunkSource} and skips the stream.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../message.ts";

/** What one read of a {@linkcode ChunkSource} brought. */
export interface ChunkBatch {
  /** The chunks, in order. May be empty only when `done`. */
  readonly chunks: readonly StreamChunk[];
  /** Whether nothing follows these chunks. */
  readonly done: boolean;
}

/** A pulled sequence of chunk batches. */
export interface ChunkSource {
  /**
   * Reads until there is at least one chunk, or the end.
   *
   * Called again only after the last call settled. A rejection is the end: a
   * source that fails with chunks in hand returns them first and rejects the
   * next read.
   *
   * @returns The chunks that one network read produced.
   */
  read(): Promise<ChunkBatch>;
  /**
   * Stops the source. A pending read still settles, or may stay pending.
   *
   * @param reason Why.
   * @returns Settles when what lies behind the source has stopped.
   */
  cancel(reason: unknown): Promise<void>;
}

/** The batch that ends a source with nothing left to say. */
export const END: ChunkBatch = Object.freeze({
  chunks: Object.freeze([]),
  done: true,
});

const sources = new WeakMap<ChunkStream, ChunkSource>();

/**
 * Makes a stream of a source. It is pulled: nothing is read ahead of demand
 * beyond the read in hand.
 *
 * @param source The source, owned by the stream from here on.
 * @returns The stream.
 */
export function toChunkStream(source: ChunkSource): ChunkStream {
  const stream: ChunkStream = new ReadableStream({
    pull(controller) {
      // Once read from, the stream may hold chunks its source no longer has.
      sources.delete(stream);
      // A high-water mark of 0 means the queue is empty here, so a rejection
      // overtakes nothing. No `await`: it holds more while an idle stream waits.
      return source.read().then(({ chunks, done }) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        if (done) controller.close();
      });
    },
    cancel(reason) {
      sources.delete(stream);
      return source.cancel(reason);
    },
  }, { highWaterMark: 0 });
  sources.set(stream, source);
  return stream;
}

/**
 * Takes over a stream: the stream is locked, and its chunks come from the
 * returned source.
 *
 * @param stream The stream.
 * @returns Its own source if this module made the stream and nothing was read
 * from it, else one that reads the stream chunk by chunk.
 * @throws {TypeError} If the stream is locked.
 */
export function takeChunkSource(stream: ChunkStream): ChunkSource {
  const reader = stream.getReader();
  const source = sources.get(stream);
  if (source !== undefined) return source;
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? END : { chunks: [value], done: false };
    },
    cancel: (reason) => reader.cancel(reason),
  };
}
