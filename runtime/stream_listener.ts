/**
 * Who may shape a call between the caller and the adapter.
 *
 * @module
 */

import type { ChunkStream } from "../message.ts";
import type { ChunkTransformer } from "./chunk_transformer.ts";
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
 *
 * A listener that returns a promise and has not answered is left behind as soon
 * as its consumer cancels, and two tasks after the request's signal aborts: what
 * it answers later is cancelled. After an abort the read rejects with the
 * signal's reason, since what goes wrong in a listener is thrown. One that
 * answers in time with what `next()` gives ends in `finish` `aborted` as usual.
 *
 * @example Fall over to a second provider
 * ```ts
 * import { assemble, LlmError, LlmRuntime, SERVER_CODE, textOf } from "@dsh/llm";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const overloaded = new LlmError("Cannot call model: overloaded", SERVER_CODE);
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["first"], scriptedAdapter([overloaded]));
 * runtime.registerAdapter(["second"], scriptedAdapter([textChunks("Hello")]));
 *
 * runtime.on("llm/stream", async (options, next) => {
 *   const [probe, response] = next().tee();
 *   const reader = probe.getReader();
 *   const { value: chunk } = await reader.read();
 *   void reader.cancel();
 *   // Nothing but the failure came: no chunk of the first attempt is passed on.
 *   const failed = chunk?.type === "finish" && chunk.reason.kind === "error";
 *   return failed ? next({ ...options, provider: "second" }) : response;
 * });
 *
 * const answer = await assemble(
 *   runtime.stream({ provider: "first", model: "any", messages: [] }),
 * );
 *
 * equal(textOf(answer.message()), "Hello");
 * ```
 */
export type LlmStreamListener = (
  this: LlmRuntime,
  options: GenerateOptions,
  next: LlmStreamNext,
) => ChunkStream | Promise<ChunkStream>;

/**
 * Wraps every model call at the price of a function call a chunk.
 *
 * What changes a text has to change it twice: in its deltas, over which a word may
 * be spread, and in the block of `block-end`, which messages are made of.
 *
 * @example Watch every call
 * ```ts
 * import { isTokenDelta, LlmRuntime } from "@dsh/llm";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * let deltas = 0;
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks("Hi there")]));
 * runtime.on("llm/stream", {
 *   transformer: () => ({
 *     transform(chunk, controller) {
 *       if (isTokenDelta(chunk)) deltas++;
 *       controller.enqueue(chunk);
 *     },
 *   }),
 * });
 *
 * const request = { provider: "local", model: "any", messages: [] };
 * for await (const _ of runtime.stream(request));
 *
 * equal(deltas, 2);
 * ```
 *
 * @example Keep a word out of every answer
 * ```ts
 * import { assemble, type ChunkTransformer, LlmRuntime, textOf } from "@dsh/llm";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * function masked(): ChunkTransformer {
 *   return {
 *     transform(chunk, controller) {
 *       // Held back until the block is whole: a word may come in pieces.
 *       if (chunk.type === "text-delta") return;
 *       if (chunk.type !== "block-end" || chunk.block.type !== "text") {
 *         return controller.enqueue(chunk);
 *       }
 *       const { index, block } = chunk;
 *       const text = block.text.replaceAll("secret", "…");
 *       controller.enqueue({ type: "text-delta", index, text });
 *       controller.enqueue({ ...chunk, block: { ...block, text } });
 *     },
 *   };
 * }
 *
 * const runtime = new LlmRuntime();
 * const answers = [textChunks(["It is a se", "cret"])];
 * runtime.registerAdapter(["local"], scriptedAdapter(answers));
 * runtime.on("llm/stream", { transformer: masked });
 *
 * const request = { provider: "local", model: "any", messages: [] };
 * const answer = await assemble(runtime.stream(request));
 *
 * equal(textOf(answer.message()), "It is a …");
 * ```
 */
export interface LlmStreamTransformerFactory {
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
