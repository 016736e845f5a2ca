/**
 * Runs a call through its listeners, outermost first.
 *
 * @module
 */

import type { ChunkStream } from "../message.ts";
import { deepFreeze } from "../message.ts";
import { isAgentLoopRequest } from "./agent_loop.ts";
import {
  type ChunkSource,
  END,
  takeChunkSource,
  toChunkStream,
} from "./chunk_source.ts";
import { fuse } from "./fuse.ts";
import type { LlmRuntime } from "./llm_runtime.ts";
import type { GenerateOptions } from "./request.ts";
import { checkRequest } from "./check_request.ts";
import type { ChunkTransformer } from "./chunk_transformer.ts";
import type {
  LlmStreamListener,
  LlmStreamTransformerFactory,
} from "./stream_listener.ts";

/** A listener of either kind. */
export type WaterfallListener = LlmStreamListener | LlmStreamTransformerFactory;

/** What a waterfall ends in. */
export interface WaterfallOptions {
  /** The listeners, outermost first. */
  readonly listeners: readonly WaterfallListener[];
  /** What function listeners get as `this`. */
  readonly runtime: LlmRuntime;
  /** Makes the source behind the last listener. */
  readonly innermost: (options: GenerateOptions) => ChunkSource;
}

/**
 * Runs a request through the listeners.
 *
 * @param options The request.
 * @param waterfall The listeners and what is behind them.
 * @returns What comes out of the outermost listener.
 * @throws What a listener throws before it returns.
 */
export function runWaterfall(
  options: GenerateOptions,
  { listeners, runtime, innermost }: WaterfallOptions,
): ChunkStream {
  function stream(from: number, request: GenerateOptions): ChunkStream {
    const listener = listeners[from];
    return typeof listener === "function"
      ? call(listener, from, request)
      : toChunkStream(source(from, request));
  }

  /** As {@linkcode stream}, without a stream where none is asked for. */
  function source(from: number, request: GenerateOptions): ChunkSource {
    const transformers: ChunkTransformer[] = [];
    let k = from;
    for (; k < listeners.length; k++) {
      const listener = listeners[k]!;
      if (typeof listener === "function") break;
      const transformer = listener.transformer(request);
      if (transformer === undefined) continue;
      checkTransformer(transformer);
      transformers.unshift(transformer);
    }
    const listener = listeners[k];
    const inner = listener === undefined
      ? innermost(request)
      : takeChunkSource(call(listener as LlmStreamListener, k, request));
    return transformers.length === 0 ? inner : fuse(inner, transformers);
  }

  function call(
    listener: LlmStreamListener,
    k: number,
    request: GenerateOptions,
  ): ChunkStream {
    const result = listener.call(
      runtime,
      request,
      (replacement) =>
        stream(
          k + 1,
          replacement === undefined ? request : replace(request, replacement),
        ),
    );
    if (isPromise(result)) return toChunkStream(later(result));
    checkStream(result);
    return result;
  }

  return stream(0, options);
}

function replace(
  current: GenerateOptions,
  replacement: GenerateOptions,
): GenerateOptions {
  checkRequest(replacement);
  if (isAgentLoopRequest(current)) {
    const fields = new Set([
      ...Object.keys(current),
      ...Object.keys(replacement),
    ]) as Set<keyof GenerateOptions>;
    for (const field of fields) {
      if (field !== "signal" && current[field] !== replacement[field]) {
        throw new TypeError(
          `Cannot replace request: it is a conversation loop's own, so "${field}" must stay`,
        );
      }
    }
  }
  if (!Object.isFrozen(current)) return replacement;
  for (const field of Object.keys(replacement) as (keyof GenerateOptions)[]) {
    // What both have is the caller's own, who may go on changing it.
    if (replacement[field] !== current[field]) deepFreeze(replacement[field]);
  }
  return Object.freeze(replacement);
}

/** A source that waits for a listener that returned a promise. */
function later(promise: PromiseLike<ChunkStream>): ChunkSource {
  let cancelled = false;
  const inner = Promise.resolve(promise).then((stream) => {
    checkStream(stream);
    return takeChunkSource(stream);
  });
  // The failure is told at the first read. Nobody may ever read.
  inner.catch(() => {});
  return {
    async read() {
      const source = await inner;
      // The first read of a call starts it: not one that is cancelled.
      return cancelled ? END : await source.read();
    },
    async cancel(reason) {
      cancelled = true;
      await (await inner).cancel(reason);
    },
  };
}

function isPromise(value: unknown): value is PromiseLike<ChunkStream> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)
    ?.then === "function";
}

function checkStream(stream: unknown): asserts stream is ChunkStream {
  if (!(stream instanceof ReadableStream)) {
    throw new TypeError("Cannot run listener: it must return a ReadableStream");
  }
  if (stream.locked) {
    throw new TypeError(
      "Cannot run listener: the stream it returns must not be locked",
    );
  }
}

const METHODS = ["start", "transform", "flush", "cancel"] as const;

function checkTransformer(
  value: ChunkTransformer,
): void {
  // Without methods of their own, both would pass for one that does nothing.
  const mistaken = value instanceof TransformStream || isPromise(value);
  if (typeof value !== "object" || value === null || mistaken) {
    throw new TypeError(
      'Cannot run listener: "transformer()" must return a transformer or undefined',
    );
  }
  for (const name of METHODS) {
    if (value[name] === undefined || typeof value[name] === "function") {
      continue;
    }
    throw new TypeError(
      `Cannot run listener: "transformer().${name}" must be a function`,
    );
  }
}
