/**
 * What many cases do.
 *
 * @module
 */

import {
  type ChunkStream,
  type ChunkTransformer,
  createUserMessage,
  type FinishReasonMap,
  type GenerateOptions,
  type LlmAdapter,
  type LlmFailure,
  LlmRuntime,
  type StreamChunk,
} from "@dsh/llm";
import { DeepSeekAdapter, type DeepSeekOptions } from "@dsh/llm/deepseek";
import { check } from "./check.ts";

/** A runtime with one adapter, on the route `p`. */
export function runtimeOf(adapter: LlmAdapter): LlmRuntime {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["p"], adapter);
  return runtime;
}

/** A runtime that calls a provider over HTTP. */
export function deepSeek(
  baseURL: string,
  options: DeepSeekOptions = {},
): LlmRuntime {
  return runtimeOf(
    new DeepSeekAdapter({ apiKey: "sk-conformance", baseURL, ...options }),
  );
}

/** A request for the route `p`. */
export function request(more: Partial<GenerateOptions> = {}): GenerateOptions {
  const messages = [createUserMessage({ content: "Hi" })];
  return { provider: "p", model: "deepseek-v4-flash", messages, ...more };
}

/** Reads a stream to its end. */
export async function collect<T>(stream: ReadableStream<T>): Promise<T[]> {
  const reader = stream.getReader();
  const values: T[] = [];
  while (true) {
    const { done, value } = await reader.read();
    if (done) return values;
    values.push(value);
  }
}

/** Reads a stream up to its first chunk of a type, and goes on reading there. */
export async function readUntil(
  stream: ChunkStream,
  type: StreamChunk["type"],
): Promise<ReadableStreamDefaultReader<StreamChunk>> {
  const reader = stream.getReader();
  while (true) {
    const { done, value } = await reader.read();
    check(!done, `the stream ended before a ${type}`);
    if (value.type === type) return reader;
  }
}

/**
 * Reads a stream to its end, and does something as soon as a text was read and the
 * next read waits.
 */
export async function collectPast(
  stream: ChunkStream,
  text: string,
  act: () => void,
): Promise<StreamChunk[]> {
  const reader = stream.getReader();
  const chunks: StreamChunk[] = [];
  let acted = false;
  while (true) {
    const reading = reader.read();
    if (!acted && textIn(chunks) === text) {
      acted = true;
      act();
    }
    const { done, value } = await reading;
    if (done) {
      check(acted, `the stream ended before the text "${text}"`);
      return chunks;
    }
    chunks.push(value);
  }
}

/** The text of chunks. */
export function textIn(chunks: readonly StreamChunk[]): string {
  return chunks.map((chunk) => chunk.type === "text-delta" ? chunk.text : "")
    .join("");
}

/** The failure that chunks end with. */
export function failureIn(
  chunks: readonly StreamChunk[],
  kind: "aborted" | "error" = "error",
): LlmFailure {
  const last = chunks.at(-1);
  check(last?.type === "finish", `the last chunk is ${JSON.stringify(last)}`);
  const { reason } = last;
  check(reason.kind === kind, `the finish is ${JSON.stringify(reason)}`);
  const finishes = chunks.filter(({ type }) => type === "finish").length;
  check(finishes === 1, `there are ${finishes} finishes`);
  return (reason as FinishReasonMap["error"]).failure;
}

/** A transformer that makes text upper case. */
export function upperCase(): ChunkTransformer {
  return {
    transform(chunk, controller) {
      controller.enqueue(
        chunk.type === "text-delta"
          ? { ...chunk, text: chunk.text.toUpperCase() }
          : chunk,
      );
    },
  };
}

/** A stream of bytes that gives one text for each pull. */
export function bytes(
  ...texts: readonly (string | Uint8Array<ArrayBuffer>)[]
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let position = 0;
  return new ReadableStream({
    pull(controller) {
      const next = texts[position++];
      if (next === undefined) controller.close();
      else {
        controller.enqueue(
          typeof next === "string" ? encoder.encode(next) : next,
        );
      }
    },
  }, { highWaterMark: 0 });
}

/** Waits. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
