/**
 * Calls to a server that is scripted read by read.
 *
 * @module
 */

import { openCall } from "../../../adapters/deepseek/open_call.ts";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";
import type { StreamChunk } from "../../../message.ts";
import type {
  LlmAdapterContext,
  LlmDiagnostic,
  LlmResponseFacts,
} from "../../../runtime/adapter.ts";
import type { ChunkSource } from "../../../runtime/chunk_source.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { message, text } from "./_conversation.ts";

/** The key of every call here. */
export const API_KEY = "sk-0123456789abcdef";

/** How a scripted body goes on after its pieces. */
export type BodyEnd = "close" | "error" | "stall";

/** A body, and what became of it. */
export interface ScriptedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** The reasons it was cancelled with. */
  readonly cancelled: unknown[];
  /** Sends one more piece of a body that stalls. */
  send(piece: string): void;
}

/** Makes a body that hands out one piece a read. */
export function scriptBody(
  pieces: readonly string[],
  end: BodyEnd = "close",
  options: { cancelError?: Error } = {},
): ScriptedBody {
  const left = [...pieces];
  const cancelled: unknown[] = [];
  const encoder = new TextEncoder();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    pull() {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (end === "close") controller.close();
      else if (end === "error") controller.error(new Error("terminated"));
      else return new Promise(() => {});
    },
    cancel(reason) {
      cancelled.push(reason);
      if (options.cancelError) throw options.cancelError;
    },
  }, { highWaterMark: 0 });
  const send = (piece: string) => controller.enqueue(encoder.encode(piece));
  return { stream, cancelled, send };
}

/** A `fetch`, and what it was called with. */
export interface ScriptedFetch {
  readonly fetch: typeof fetch;
  readonly calls: { url: string; init: RequestInit }[];
}

/** Makes a `fetch` that answers every request alike. */
export function scriptFetch(
  answer: () => Response | Promise<Response>,
): ScriptedFetch {
  const calls: { url: string; init: RequestInit }[] = [];
  return {
    calls,
    // deno-lint-ignore require-await
    fetch: async (url, init) => {
      calls.push({ url: String(url), init: init! });
      return answer();
    },
  };
}

/** A `fetch` that never answers, but gives up when it is told to. */
export function silentFetch(): ScriptedFetch {
  const calls: { url: string; init: RequestInit }[] = [];
  return {
    calls,
    fetch: (url, init) => {
      calls.push({ url: String(url), init: init! });
      return new Promise((_, reject) => {
        const signal = init!.signal!;
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
  };
}

/** A call, and what it reported. */
export interface OpenedCall {
  readonly source: ChunkSource;
  readonly diagnostics: LlmDiagnostic[];
  readonly facts: LlmResponseFacts;
}

/** Opens a call with a short conversation. */
export function open(
  config: DeepSeekOptions,
  options: Partial<GenerateOptions> = {},
): OpenedCall {
  const diagnostics: LlmDiagnostic[] = [];
  const facts: LlmResponseFacts = {};
  const context: LlmAdapterContext = {
    diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
    response: (fact) => void Object.assign(facts, fact),
  };
  const source = openCall({
    options: {
      provider: "ds",
      model: "m",
      messages: [message("user", [text("Hi")])],
      ...options,
    },
    config: resolveDeepSeekOptions({ apiKey: API_KEY, ...config }),
    context,
  });
  return { source, diagnostics, facts };
}

/** Reads a call to its end. */
export async function drain(source: ChunkSource): Promise<StreamChunk[]> {
  const all: StreamChunk[] = [];
  while (true) {
    const { chunks, done } = await source.read();
    all.push(...chunks);
    if (done) return all;
  }
}

/** A signal that counts who listens to it. */
export interface CountedSignal {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** How many listeners there are now. */
  count(): number;
}

/** Makes a signal that counts its listeners. */
export function countListeners(): CountedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    listeners.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
  ) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  return {
    signal,
    abort: (reason) => controller.abort(reason),
    count: () => listeners.size,
  };
}
