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
}

/** What {@linkcode encodeBatch} makes of chunks. */
export interface EncodedBatch {
  /** The bytes: none for no chunks. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Why the bytes end before a chunk, where one is not JSON. */
  readonly failed?: { readonly error: unknown } | undefined;
}

/**
 * Encodes chunks, up to one that holds what is not JSON.
 *
 * @param chunks The chunks, in order.
 * @param options How.
 * @returns The bytes, and why they are not all.
 */
export function encodeBatch(
  chunks: readonly StreamChunk[],
  options: EncodeBatchOptions,
): EncodedBatch {
  const [before, after] = options.format === "sse"
    ? ["data: ", "\n\n"]
    : ["", "\n"];
  let text = "";
  let failed: EncodedBatch["failed"];
  try {
    for (const chunk of chunks) {
      text += before + chunkToJson(chunk, options) + after;
    }
  } catch (error) {
    failed = { error };
  }
  return { bytes: new TextEncoder().encode(text), failed };
}
