/**
 * A call that is read step by step.
 *
 * @module
 */

import { deepFreeze, type StreamChunk } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import type { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { Kit, OpenTrial } from "./_kit.ts";

/** What came of a call. */
export interface Transcript {
  /** What was read. */
  readonly chunks: readonly StreamChunk[];
  /** What the stream failed with, if it did. */
  readonly error?: { readonly value: unknown } | undefined;
}

/** What one read brought: a chunk, or the end. */
export type Step =
  | { readonly chunk: StreamChunk; readonly end?: undefined }
  | { readonly chunk?: undefined; readonly end: Omit<Transcript, "chunks"> };

/** A call under way. */
export interface Call {
  /** Reads one chunk. Never rejects. */
  next(): Promise<Step>;
  /** Reads on until a chunk is what was wanted, or to the end. */
  read(wanted?: (chunk: StreamChunk) => boolean): Promise<Transcript>;
  /** Leaves. */
  cancel(reason?: unknown): Promise<void>;
}

/** How to make a call. */
export interface CallOptions {
  /** What to change in the request of the trial. */
  readonly request?: Partial<GenerateOptions> | undefined;
  /** Where the adapter may report. */
  readonly context?: LlmAdapterContext | undefined;
  /** A runtime the adapter is registered at, to call it through. */
  readonly runtime?: LlmRuntime | undefined;
  /** Whether to freeze the request, all the way down. */
  readonly frozen?: boolean | undefined;
  /** How many tasks to let pass before each read. */
  readonly pauses?: number | undefined;
}

// No script is that long: an adapter that goes on has lost its end.
const MAX_CHUNKS = 100_000;

/**
 * Makes a call.
 *
 * @param kit The kit of the case.
 * @param trial What to call.
 * @param options How.
 * @returns The call. An adapter that throws at once ends it with that.
 */
export function startCall(
  kit: Kit,
  trial: OpenTrial,
  { request, context, runtime, frozen, pauses = 0 }: CallOptions = {},
): Call {
  const plain = { ...trial.options, ...request };
  // A copy, since what the author gave is not ours to freeze.
  const options = frozen ? deepFreeze(structuredClone(plain)) : plain;
  let reader: ReadableStreamDefaultReader<StreamChunk> | undefined;
  let failed: { value: unknown } | undefined;
  try {
    const stream = runtime === undefined
      ? trial.adapter.stream(options, context)
      : runtime.stream(options);
    reader = stream.getReader();
  } catch (value) {
    failed = { value };
  }

  async function next(): Promise<Step> {
    if (reader === undefined) return { end: { error: failed } };
    try {
      const { done, value } = await reader.read();
      return done ? { end: {} } : { chunk: value };
    } catch (value) {
      return { end: { error: { value } } };
    }
  }

  async function read(
    wanted: (chunk: StreamChunk) => boolean = () => false,
  ): Promise<Transcript> {
    const { scenario } = trial;
    const chunks: StreamChunk[] = [];
    while (chunks.length < MAX_CHUNKS) {
      await kit.tasks(pauses);
      const awaited = `an answer to "${scenario}" that goes on or ends`;
      const { chunk, end } = await kit.within(next(), awaited);
      if (end !== undefined) return { ...end, chunks };
      chunks.push(chunk);
      if (wanted(chunk)) return { chunks };
    }
    const got = `${MAX_CHUNKS} chunks`;
    throw kit.broken({ scenario, expected: "an answer that ends", got });
  }

  return {
    next,
    async read(wanted) {
      try {
        return await read(wanted);
      } catch (error) {
        // The next case is not to find this one still running.
        reader?.cancel().catch(() => {});
        throw error;
      }
    },
    async cancel(reason) {
      await reader?.cancel(reason);
    },
  };
}

/** Makes a call and reads it to its end. */
export function readCall(
  kit: Kit,
  trial: OpenTrial,
  options: CallOptions = {},
): Promise<Transcript> {
  return startCall(kit, trial, options).read();
}

/** Reads on after a step that was read on its own. */
export async function continued(
  call: Call,
  chunks: readonly StreamChunk[],
  { chunk, end }: Step,
): Promise<Transcript> {
  if (end !== undefined) return { ...end, chunks };
  const rest = await call.read();
  return { ...rest, chunks: [...chunks, chunk, ...rest.chunks] };
}
