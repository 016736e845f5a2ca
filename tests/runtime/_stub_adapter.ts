/**
 * Adapters made of one function, and what surrounds a call to them.
 *
 * @module
 */

import type {
  ChunkStream,
  FinishChunk,
  LlmFailure,
  StreamChunk,
} from "../../message.ts";
import { LlmAdapter } from "../../runtime/adapter.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";

/** A request to the route `p` that says nothing. */
export const REQUEST: GenerateOptions = Object.freeze({
  provider: "p",
  model: "m",
  messages: [],
});

/** A finish of an answer that is done. */
export const STOP: StreamChunk = { type: "finish", reason: { kind: "stop" } };

/** A piece of text. */
export function text(value: string): StreamChunk {
  return { type: "text-delta", index: 0, text: value };
}

/** Makes an adapter of its `stream` method, and of others to replace. */
export function stubAdapter(
  stream: LlmAdapter["stream"],
  methods: Partial<LlmAdapter> = {},
): LlmAdapter {
  class StubAdapter extends LlmAdapter {
    override stream(...args: Parameters<LlmAdapter["stream"]>): ChunkStream {
      return stream(...args);
    }
  }
  return Object.assign(new StubAdapter(), methods);
}

/** A stream of an underlying source, pulled. */
export function pulled(
  source: UnderlyingDefaultSource<StreamChunk>,
): ChunkStream {
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** A stream that delivers chunks, then closes, or does what `end` says. */
export function streamOf(
  chunks: readonly StreamChunk[],
  end: (controller: ReadableStreamDefaultController<StreamChunk>) => unknown = (
    controller,
  ) => controller.close(),
): ChunkStream {
  const left = [...chunks];
  return pulled({
    async pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined) await end(controller);
      else controller.enqueue(chunk);
    },
  });
}

/** A runtime whose route `p` an adapter serves. */
export function runtimeOf(adapter: LlmAdapter): LlmRuntime {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["p"], adapter);
  return runtime;
}

/** Streams one request to an adapter. */
export function call(
  stream: LlmAdapter["stream"],
  options: Partial<GenerateOptions> = {},
): ChunkStream {
  return runtimeOf(stubAdapter(stream)).stream({ ...REQUEST, ...options });
}

/** The failure of the finish that ends a list of chunks. */
export function failureIn(chunks: readonly StreamChunk[]): LlmFailure {
  const { reason } = chunks.at(-1) as FinishChunk;
  if (reason.kind !== "error" && reason.kind !== "aborted") {
    throw new TypeError(`Cannot find failure: finish is "${reason.kind}"`);
  }
  return reason.failure;
}

/** The kind and the code of the finish that ends a list of chunks. */
export function endOf(chunks: readonly StreamChunk[]): string {
  const { reason } = chunks.at(-1) as FinishChunk;
  return `${reason.kind} ${failureIn(chunks).code}`;
}

/** A signal that knows who listens to it. */
export interface WatchedSignal {
  readonly signal: AbortSignal;
  readonly abort: (reason?: unknown) => void;
  /** How many listeners there are now. */
  listeners(): number;
  /** How many there were ever. */
  added(): number;
}

/** Makes a signal that knows who listens to it. */
export function watchedSignal(): WatchedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  let added = 0;
  const { addEventListener, removeEventListener } = signal;
  Object.assign(signal, {
    addEventListener(type: string, listener: EventListener, options?: never) {
      added++;
      listeners.add(listener);
      addEventListener.call(signal, type, listener, options);
    },
    removeEventListener(type: string, listener: EventListener) {
      listeners.delete(listener);
      removeEventListener.call(signal, type, listener);
    },
  });
  return {
    signal,
    abort: (reason) => controller.abort(reason),
    listeners: () => listeners.size,
    added: () => added,
  };
}

/** Every event of a runtime. */
export const EVENTS = [
  "llm/stream",
  "llm/adapters-updated",
  "llm/diagnostic",
] as const;

/** Makes every event happen once. */
export async function provoke(runtime: LlmRuntime): Promise<void> {
  runtime.registerAdapter(
    ["any"],
    stubAdapter((_options, context) => {
      context?.diagnostic({ code: "ODD", message: "Odd" });
      return streamOf([STOP]);
    }),
  );
  await Array.fromAsync(runtime.stream({ ...REQUEST, provider: "any" }));
}

/** A listener for any event that counts how often it was called. */
export function counting(): { listener: () => never; calls: () => number } {
  let calls = 0;
  return {
    listener(...[, next]: [unknown?, unknown?]) {
      calls++;
      return (typeof next === "function" ? next() : undefined) as never;
    },
    calls: () => calls,
  };
}
