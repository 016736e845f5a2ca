/**
 * Chunks and streams in short form, for the tests of assembly.
 *
 * @module
 */

import {
  CallId,
  type ChunkStream,
  type ContentBlock,
  type FinishReason,
  type StreamChunk,
  type ToolCallBlock,
} from "../../message.ts";
import { BlockAssembler } from "../../runtime/block_assembler.ts";

/** Folds chunks, one after the other. */
export function fold(...chunks: StreamChunk[]): BlockAssembler {
  const assembler = new BlockAssembler();
  for (const chunk of chunks) assembler.push(chunk);
  return assembler;
}

/** A text delta. */
export function text(index: number, text: string): StreamChunk {
  return { type: "text-delta", index, text };
}

/** A reasoning delta. */
export function reasoning(index: number, text: string): StreamChunk {
  return { type: "reasoning-delta", index, text };
}

/** A tool call delta. */
export function call(
  index: number,
  id: string,
  argumentsDelta: string,
  name?: string,
): StreamChunk {
  return {
    type: "tool-call-delta",
    index,
    id: CallId(id),
    name,
    argumentsDelta,
  };
}

/** A block start, of any type. */
export function start(index: number, blockType: string): StreamChunk {
  return { type: "block-start", index, blockType: blockType as "text" };
}

/** A block end. */
export function end(index: number, block: ContentBlock): StreamChunk {
  return { type: "block-end", index, block };
}

/** A finish of any kind. */
export function finish(kind: string, replayState?: unknown): StreamChunk {
  return { type: "finish", reason: { kind } as FinishReason, replayState };
}

/** A whole tool call. */
export const callBlock: ToolCallBlock = {
  type: "tool-call",
  id: CallId("c"),
  name: "ls",
  arguments: "{}",
};

/** What {@linkcode openStream} saw of its reader. */
export interface OpenStream {
  readonly stream: ChunkStream;
  readonly cancels: unknown[];
  pulls: number;
}

/** A stream that delivers the chunks and then neither goes on nor closes. */
export function openStream(
  chunks: StreamChunk[],
  cancel?: Promise<void>,
): OpenStream {
  const rest = [...chunks];
  const cancels: unknown[] = [];
  const stream: ChunkStream = new ReadableStream({
    pull(controller) {
      seen.pulls++;
      const chunk = rest.shift();
      if (chunk === undefined) return new Promise(() => {});
      controller.enqueue(chunk);
    },
    cancel(reason) {
      cancels.push(reason);
      return cancel;
    },
  }, { highWaterMark: 0 });
  const seen: OpenStream = { stream, cancels, pulls: 0 };
  return seen;
}
