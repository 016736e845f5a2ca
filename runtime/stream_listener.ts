/**
 * Who may shape a call between the caller and the adapter.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../message.ts";
import type { LlmRuntime } from "./llm_runtime.ts";
import type { GenerateOptions } from "./request.ts";

/**
 * Reaches the next listener, and the adapter behind the last one.
 *
 * May be called more than once, but a listener may switch to another attempt
 * only before it has passed on a chunk: block indexes would collide.
 *
 * @param options A request to go on with in place of the current one. A frozen
 * request makes for a frozen replacement.
 * @returns The response, as it comes from further in.
 * @throws {TypeError} If the request is a conversation loop's own and the
 * replacement differs in more than its signal.
 */
export type LlmStreamNext = (options?: GenerateOptions) => ChunkStream;

/**
 * Wraps every model call. Called with the runtime as `this`.
 *
 * The usual one is `(_options, next) => next().pipeThrough(transform)`. It may
 * also change an unfrozen request before `next()`, answer without calling
 * `next()`, or call it again.
 */
export type LlmStreamListener = (
  this: LlmRuntime,
  options: GenerateOptions,
  next: LlmStreamNext,
) => ChunkStream | Promise<ChunkStream>;

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

/** Wraps every model call at the price of a function call a chunk. */
export interface LlmStreamTransformer {
  /**
   * Makes the transformer of one call. Neighbouring ones run in one pass.
   *
   * @param options The request.
   * @returns A standard transformer, or `undefined` to leave the call alone.
   */
  transformer(
    options: GenerateOptions,
  ): ChunkTransformer | undefined;
}
