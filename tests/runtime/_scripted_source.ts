/**
 * A source of chunks that plays a script, and what it takes to watch one.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import type { ChunkBatch, ChunkSource } from "../../runtime/chunk_source.ts";
import { text } from "./_stub_adapter.ts";

/** One read of a source: its texts, or a promise to wait for, or a failure. */
export type ScriptedRead = readonly string[] | Promise<readonly string[]>;

/** A source, and what was asked of it. */
export interface ScriptedSource extends ChunkSource {
  /** How many reads there were. */
  reads: number;
  /** The reason of each cancel. */
  readonly cancels: unknown[];
}

/** Options for {@linkcode scriptedSource}. */
export interface ScriptedSourceOptions {
  /** What comes after the last read. Absent: the end. */
  failure?: { error: unknown } | undefined;
  /** What a cancel waits for. */
  cancelled?: Promise<void> | undefined;
}

/** Makes a source that gives one batch a read, then the end. */
export function scriptedSource(
  script: readonly ScriptedRead[],
  { failure, cancelled }: ScriptedSourceOptions = {},
): ScriptedSource {
  return {
    reads: 0,
    cancels: [],
    async read(): Promise<ChunkBatch> {
      const texts = script[this.reads++];
      if (texts === undefined) {
        if (failure !== undefined) throw failure.error;
        return { chunks: [], done: true };
      }
      return { chunks: (await texts).map(text), done: false };
    },
    async cancel(reason) {
      this.cancels.push(reason);
      await cancelled;
    },
  };
}

/** The text of a chunk that {@linkcode text} made. */
export function textIn(chunk: StreamChunk): string {
  return chunk.type === "text-delta" ? chunk.text : chunk.type;
}

/** Lets every promise that can settle do so. */
export async function turn(): Promise<void> {
  for (let k = 0; k < 50; k++) await undefined;
}

/** Lets the platform tell of every rejection that nobody handles. */
export function task(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** What a reader saw of a stream. */
export interface Seen {
  /** The texts. */
  readonly texts: string[];
  /** How it ended. */
  readonly end: "close" | { readonly error: unknown };
}

/** Reads a stream to its end. */
export async function see(stream: ReadableStream<StreamChunk>): Promise<Seen> {
  const texts: string[] = [];
  const reader = stream.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return { texts, end: "close" };
      texts.push(textIn(value));
    }
  } catch (error) {
    return { texts, end: { error } };
  }
}
