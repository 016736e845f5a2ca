/**
 * Runs a call through its listeners, outermost first.
 *
 * @module
 */

import { type ChunkStream, deepFreeze } from "../message.ts";
import { isRecord, must, refuse } from "../message/find_fault.ts";
import { isAgentLoopRequest } from "./agent_loop.ts";
import { answerSource } from "./answer_source.ts";
import { checkRequest } from "./check_request.ts";
import {
  type ChunkSource,
  takeChunkSource,
  toChunkStream,
} from "./chunk_source.ts";
import type { ChunkTransformer } from "./chunk_transformer.ts";
import { fuse } from "./fuse.ts";
import { freeStream, isReadableStream } from "./is_readable_stream.ts";
import { isThenable } from "./is_thenable.ts";
import type { LlmRuntime } from "./llm_runtime.ts";
import { callable } from "./read_shape.ts";
import type { GenerateOptions } from "./request.ts";
import type {
  LlmStreamListener,
  LlmStreamTransformerFactory,
} from "./stream_listener.ts";

const WHAT = "run listener";

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
  /** Aborts once the runtime is closed. */
  readonly closed?: AbortSignal | undefined;
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
  { listeners, runtime, innermost, closed }: WaterfallOptions,
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
    const { signal } = request;
    const result = listener.call(
      runtime,
      request,
      (replacement) =>
        stream(
          k + 1,
          replacement === undefined ? request : replace(request, replacement),
        ),
    );
    if (!isThenable(result)) return checkStream(result);
    const answer = Promise.resolve(result).then((stream) =>
      takeChunkSource(checkStream(stream))
    );
    return toChunkStream(answerSource(answer, [signal, closed]));
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
        refuse(
          must(false, field, "as it was: a conversation loop has it logged"),
          "replace request",
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

function checkStream(stream: unknown): ChunkStream {
  refuse(freeStream(stream, "listener()"), WHAT);
  return stream as ChunkStream;
}

/**
 * Tells a promise and a `TransformStream`: neither has a transformer's methods,
 * so both would pass for one that does nothing.
 */
function isMistaken(value: object): boolean {
  return isThenable(value) ||
    isReadableStream((value as Partial<TransformStream>).readable);
}

const METHODS = ["start", "transform", "flush", "cancel"] as const;

function checkTransformer(value: ChunkTransformer): void {
  const path = "transformer()";
  const fits = isRecord(value) && !isMistaken(value);
  refuse(must(fits, path, "a transformer or undefined"), WHAT);
  for (const name of METHODS) {
    if (value[name] === undefined) continue;
    refuse(callable(value[name], `${path}.${name}`), WHAT);
  }
}
