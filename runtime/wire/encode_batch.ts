/**
 * The chunks of one read as the bytes of one write.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import { chunkToJson, type ChunkToJsonOptions } from "./chunk_json.ts";

/** How chunks are framed: as server-sent events, or as lines of JSON. */
export type WireFormat = "sse" | "ndjson";

/** Options for {@linkcode encodeBatch}. */
export interface EncodeBatchOptions extends ChunkToJsonOptions {
  /** How chunks are framed. */
  readonly format: WireFormat;
  /** Number of the first event, where events are numbered. Not for NDJSON. */
  readonly firstId?: number | undefined;
}

/**
 * Encodes chunks.
 *
 * @param chunks The chunks, in order.
 * @param options How.
 * @returns The bytes: none for no chunks.
 * @throws {TypeError} If a chunk holds what is not JSON.
 */
export function encodeBatch(
  chunks: readonly StreamChunk[],
  options: EncodeBatchOptions,
): Uint8Array<ArrayBuffer> {
  const { format, firstId } = options;
  const [before, after] = format === "sse" ? ["data: ", "\n\n"] : ["", "\n"];
  let id = format === "sse" ? firstId : undefined;
  let text = "";
  for (const chunk of chunks) {
    if (id !== undefined) text += `id: ${id++}\n`;
    text += before + chunkToJson(chunk, options) + after;
  }
  return new TextEncoder().encode(text);
}
