/**
 * From chunks to lines of JSON.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import { encodeChunks, type EncodeOptions } from "./encode_chunks.ts";

/**
 * Encodes chunks as JSON, one a line. In all else as {@linkcode encodeSse}.
 *
 * @example A log of an answer
 * ```ts
 * import { encodeNdjson } from "@dsh/llm/wire";
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
 * const response = new Response(answer.pipeThrough(encodeNdjson()));
 *
 * equal(
 *   await response.text(),
 *   '{"type":"text-delta","index":0,"text":"Hi"}\n' +
 *     '{"type":"finish","reason":{"kind":"stop"}}\n',
 * );
 * ```
 *
 * @param options What else is sent.
 * @returns Both sides. They fail with a `TypeError` at a chunk that is not JSON,
 * after what came before it.
 * @throws {TypeError} If an option is wrong in kind.
 */
export function encodeNdjson(
  options: EncodeOptions = {},
): TransformStream<StreamChunk, Uint8Array> {
  return encodeChunks("ndjson", options);
}
