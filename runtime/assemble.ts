/**
 * From a stream to a whole response.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../message.ts";
import { refuse } from "../message/find_fault.ts";
import { BlockAssembler } from "./block_assembler.ts";
import { checkSignal } from "./check_signal.ts";
import { type ChunkSource, takeChunkSource } from "./chunk_source.ts";
import { STREAM_CLOSED_CODE } from "./codes.ts";
import { deferred } from "./deferred.ts";
import { LlmError } from "./error.ts";
import { freeStream } from "./is_readable_stream.ts";

/** Options for {@linkcode assemble}. */
export interface AssembleOptions {
  /**
   * Aborts the reading: the stream is cancelled.
   *
   * @default {undefined}
   */
  signal?: AbortSignal | undefined;
}

/**
 * Reads a response to its finish.
 *
 * Every finish is an answer, `error` and `aborted` included: look at
 * `assembler.finish`. The stream stays locked. It is cancelled if it does not
 * close right after its finish.
 *
 * @example Usage
 * ```ts
 * import { assemble, type StreamChunk, textOf } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const response = new ReadableStream<StreamChunk>({
 *   start(controller) {
 *     controller.enqueue({ type: "text-delta", index: 0, text: "Hel" });
 *     controller.enqueue({ type: "text-delta", index: 0, text: "lo" });
 *     controller.enqueue({ type: "finish", reason: { kind: "stop" } });
 *     controller.close();
 *   },
 * });
 *
 * const assembler = await assemble(response);
 *
 * equal(assembler.finish.kind, "stop");
 * equal(textOf(assembler.message()), "Hello");
 * ```
 *
 * @example Answer a tool call
 * ```ts
 * import {
 *   assemble,
 *   createAssistantMessage,
 *   createToolResultMessage,
 *   createUserMessage,
 *   LlmRuntime,
 *   type Message,
 *   parseToolArguments,
 *   textOf,
 * } from "@dsh/llm";
 * import { scriptedAdapter, textChunks, toolCallChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const adapter = scriptedAdapter([
 *   toolCallChunks([{ name: "add", arguments: { a: 1, b: 2 } }]),
 *   textChunks("Three"),
 * ]);
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], adapter);
 * const route = { provider: "local", model: "any" };
 * const messages: Message[] = [createUserMessage({ content: "1 + 2?" })];
 *
 * const answer = await assemble(runtime.stream({ ...route, messages }));
 * const content = answer.blocks();
 * const source = { ...route, replayState: answer.replayState };
 * messages.push(createAssistantMessage({ content, source }));
 * for (const block of content) {
 *   if (block.type !== "tool-call") continue;
 *   // What a model wrote is to be checked before it is used.
 *   const { a, b } = parseToolArguments(block) as { a: number; b: number };
 *   const result = { callId: block.id, content: `${a + b}` };
 *   messages.push(createToolResultMessage(result));
 * }
 * const last = await assemble(runtime.stream({ ...route, messages }));
 *
 * equal(messages.length, 3);
 * equal(textOf(last.message()), "Three");
 * ```
 *
 * @param stream The response.
 * @param options How to give up.
 * @returns The response, folded. Rejects with the stream's own error, with the
 * signal's reason once it is aborted, with an {@linkcode LlmError} of code
 * `STREAM_CLOSED` if the stream ends without a finish, and with a `TypeError` on
 * a chunk of unknown type.
 * @throws {TypeError} If `stream` is not a stream or is locked, or `signal` is not
 * a signal.
 */
export function assemble(
  stream: ChunkStream,
  options: AssembleOptions = {},
): Promise<BlockAssembler> {
  const { signal } = options;
  refuse(freeStream(stream, "stream"), "assemble response");
  checkSignal(signal, "options.signal");
  const source = takeChunkSource(stream);
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal?.reason);
      stop(source, signal?.reason);
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort, { once: true });
    const release = () => signal?.removeEventListener("abort", abort);
    fold(source, release).then(resolve, reject);
  });
}

/** Reads to the finish. Calls `release` once the signal counts no more. */
async function fold(
  source: ChunkSource,
  release: () => void,
): Promise<BlockAssembler> {
  const assembler = new BlockAssembler();
  try {
    while (true) {
      const { chunks, done } = await source.read();
      const finished = pushAll(chunks, assembler, source);
      if (finished) {
        release();
        if (!done) await leave(source);
        return assembler;
      }
      if (done) {
        throw new LlmError(
          "Cannot assemble response: the stream ended before its finish",
          STREAM_CLOSED_CODE,
        );
      }
    }
  } finally {
    release();
  }
}

/** Pushes up to a finish, and tells whether there was one. */
function pushAll(
  chunks: readonly StreamChunk[],
  assembler: BlockAssembler,
  source: ChunkSource,
): boolean {
  try {
    for (const chunk of chunks) {
      assembler.push(chunk);
      if (chunk.type === "finish") return true;
    }
    return false;
  } catch (error) {
    stop(source, error);
    throw error;
  }
}

/**
 * Leaves a response behind its finish.
 *
 * A transform on the way runs its `flush` when it sees the close that follows,
 * and a cancel would take that from it, so the close has until the next task to
 * come. A stream that stays open or says more is cancelled.
 */
export async function leave(source: ChunkSource): Promise<void> {
  const { promise, resolve } = deferred<boolean>();
  const timer = setTimeout(() => resolve(false), 0);
  source.read().then(({ done }) => resolve(done), () => resolve(true));
  const ended = await promise;
  clearTimeout(timer);
  if (!ended) stop(source, new Error("Response has finished"));
}

/** Cancels a source. How that goes interests nobody. */
function stop(source: ChunkSource, reason: unknown): void {
  source.cancel(reason).catch(() => {});
}
