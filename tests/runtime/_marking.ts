/**
 * Transformers that leave a mark, run fused.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts";
import { fuse } from "../../runtime/fuse.ts";
import { scriptedSource, textIn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

export type ChunkTransformer = Transformer<StreamChunk, StreamChunk>;

/** Marks every text that passes, and its own flush. */
export function marking(mark: string): ChunkTransformer {
  return {
    transform: (chunk, controller) =>
      controller.enqueue(text(textIn(chunk) + mark)),
    flush: (controller) => controller.enqueue(text(`end${mark}`)),
  };
}

/** Runs transformers over texts that come in one read. */
export function run(
  texts: readonly string[],
  ...transformers: ChunkTransformer[]
): ReadableStream<StreamChunk> {
  return toChunkStream(fuse(scriptedSource([texts]), transformers));
}
