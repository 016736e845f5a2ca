/**
 * From chunks to server-sent events.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import { encodeChunks, type EncodeOptions } from "./encode_chunks.ts";

/**
 * Encodes chunks as server-sent events: one event for each, its data the chunk as
 * JSON, without a name. The last event is the `finish`.
 *
 * Chunks that are written while a reader waits leave together. While no reader
 * waits, one chunk is taken and the writer is held up. An abort of the writable
 * side fails the readable one after what was written before, a cancel of the
 * readable side fails the writable one, and so stops what is piped into it.
 *
 * `toResponse` does all of it at once, and costs less.
 *
 * @example A body of one's own
 * ```ts
 * import { encodeSse } from "@dsh/llm/wire";
 * import type { StreamChunk } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const answer = new ReadableStream<StreamChunk>({
 *   start(controller) {
 *     controller.enqueue({ type: "text-delta", index: 0, text: "Hi" });
 *     controller.enqueue({ type: "finish", reason: { kind: "stop" } });
 *     controller.close();
 *   },
 * });
 *
 * const response = new Response(answer.pipeThrough(encodeSse()));
 *
 * equal(
 *   await response.text(),
 *   'data: {"type":"text-delta","index":0,"text":"Hi"}\n\n' +
 *     'data: {"type":"finish","reason":{"kind":"stop"}}\n\n',
 * );
 * ```
 *
 * @param options What else is sent.
 * @returns Both sides. They fail with a `TypeError` at a chunk that is not JSON,
 * after what came before it.
 * @throws {TypeError} If an option is wrong in kind.
 */
export function encodeSse(
  options: EncodeOptions = {},
): TransformStream<StreamChunk, Uint8Array> {
  return encodeChunks("sse", options);
}
