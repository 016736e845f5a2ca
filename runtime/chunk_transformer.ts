/**
 * What shapes the chunks of a call, one by one.
 *
 * @module
 */

import type { StreamChunk } from "../message.ts";

/**
 * What each chunk of a call is run through: a standard transformer.
 *
 * It has its `cancel` here because the types of the web platform know none yet.
 */
export interface ChunkTransformer
  extends Transformer<StreamChunk, StreamChunk> {
  // No `undefined`, or it would not fit the platforms whose types have it.
  /**
   * Releases what the transformer holds when the stream ends without `flush`:
   * its consumer left, or what is before it failed.
   *
   * @param reason Why.
   */
  cancel?(reason: unknown): void | PromiseLike<void>;
}
