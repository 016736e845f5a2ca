/**
 * What shapes the chunks of a call, one by one.
 *
 * @module
 */

import type { StreamChunk } from "../message.ts";

/**
 * What each chunk of a call is run through: a standard transformer.
 *
 * Spelled out, since not every platform's types have a name for one, or know its
 * `cancel`.
 */
export interface ChunkTransformer {
  // None of these takes `undefined`, or it would not fit the platforms' own.
  /**
   * Runs once, before any chunk.
   *
   * @param controller Where to put chunks.
   */
  start?(controller: TransformStreamDefaultController<StreamChunk>): unknown;
  /**
   * Runs for each chunk. Absent: chunks pass as they are.
   *
   * @param chunk The chunk.
   * @param controller Where to put what becomes of it.
   */
  transform?(
    chunk: StreamChunk,
    controller: TransformStreamDefaultController<StreamChunk>,
  ): void | PromiseLike<void>;
  /**
   * Runs once, after the last chunk.
   *
   * @param controller Where to put chunks.
   */
  flush?(
    controller: TransformStreamDefaultController<StreamChunk>,
  ): void | PromiseLike<void>;
  /**
   * Releases what the transformer holds when the stream ends without `flush`:
   * its consumer left, or what is before it failed.
   *
   * @param reason Why.
   */
  cancel?(reason: unknown): void | PromiseLike<void>;
  /** Reserved by the standard. */
  readableType?: undefined;
  /** Reserved by the standard. */
  writableType?: undefined;
}
