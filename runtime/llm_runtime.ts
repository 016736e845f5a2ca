/**
 * Routes model calls to adapters, through listeners.
 *
 * @module
 */

import type { ChunkStream } from "../message.ts";
import type { LlmAdapter } from "./adapter.ts";
import {
  type AdapterRegistry,
  createAdapterRegistry,
} from "./adapter_registry.ts";
import {
  type CallRecord,
  createCallRecord,
  hasCallRecord,
  setCallRecord,
} from "./call_record.ts";
import {
  type ChunkSource,
  takeChunkSource,
  toChunkStream,
} from "./chunk_source.ts";
import {
  contain,
  createDiagnostics,
  type Diagnostics,
  type LlmDiagnosticListener,
  tellEach,
} from "./diagnostics.ts";
import { dispatch } from "./dispatch.ts";
import { FinalBoundary } from "./final_boundary.ts";
import type { LlmProviderInfo } from "./model_info.ts";
import {
  type AdapterRegistrationHandle,
  type Disposer,
  type RegistrationOptions,
  registrationSignal,
  toDisposer,
} from "./registration.ts";
import type { GenerateOptions } from "./request.ts";
import { checkRequest } from "./request_check.ts";
import type {
  LlmStreamListener,
  LlmStreamTransformer,
} from "./stream_listener.ts";
import { runWaterfall, type WaterfallListener } from "./waterfall.ts";

/** Hears that routes have changed. Reads them anew if it wants to know more. */
export type LlmAdaptersUpdatedListener = () => unknown;

/** Every event of a runtime, and who may listen to it. */
export interface LlmRuntimeEventMap {
  /** Wraps every model call. */
  "llm/stream": LlmStreamListener | LlmStreamTransformer;
  /** Routes have changed. */
  "llm/adapters-updated": LlmAdaptersUpdatedListener;
  /** Something was noticed and dealt with. */
  "llm/diagnostic": LlmDiagnosticListener;
}

type PlainListener = (...args: unknown[]) => unknown;

/**
 * Routes model calls to adapters, through listeners, and holds every adapter to
 * the same promises: chunks, then exactly one `finish`.
 *
 * @example Usage
 * ```ts
 * import { assemble, createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks("Hello")]));
 *
 * const answer = await assemble(runtime.stream({
 *   provider: "local",
 *   model: "any",
 *   messages: [createUserMessage({ content: "Hi" })],
 * }));
 *
 * equal(textOf(answer.message()), "Hello");
 * ```
 */
export class LlmRuntime {
  readonly #diagnostics: Diagnostics = createDiagnostics();
  readonly #updated = new Set<LlmAdaptersUpdatedListener>();
  readonly #registry: AdapterRegistry = createAdapterRegistry(() =>
    this.#tellUpdated()
  );
  /** In the order they were registered. Replaced, never changed. */
  #streamListeners: readonly { readonly listener: WaterfallListener }[] = [];
  readonly #listenerDisposers = new Set<() => void>();
  readonly #calls = new Set<FinalBoundary>();

  /**
   * Registers an adapter for provider routes, all of them or none.
   *
   * @param providers The routes. At least one.
   * @param adapter Who serves them.
   * @param options When to take the registration back.
   * @returns Takes the registration back, or replaces its routes.
   * @throws {LlmError} `INVALID_ADAPTER` for an empty list or name, or bad
   * provider info; `DUPLICATE_ADAPTER` for a route that is taken or named twice.
   * @throws {TypeError} If `providers` is no array.
   */
  registerAdapter(
    providers: readonly string[],
    adapter: LlmAdapter,
    options: RegistrationOptions = {},
  ): AdapterRegistrationHandle {
    return this.#registry.register(providers, adapter, options);
  }

  /**
   * Lists the registered routes.
   *
   * @returns A fresh list in the order of registration.
   */
  listProviders(): LlmProviderInfo[] {
    return this.#registry.list().map(({ info }) => ({ ...info }));
  }

  /**
   * Listens to an event.
   *
   * - `llm/stream` wraps every model call. The listener registered first is
   *   outermost. See {@linkcode LlmStreamListener} and
   *   {@linkcode LlmStreamTransformer}.
   * - `llm/adapters-updated` fires after each change of routes.
   * - `llm/diagnostic` tells what was noticed and dealt with. Without a
   *   listener, contained errors go to `console.error`.
   *
   * @typeParam Name Which event.
   * @param name Which event.
   * @param listener Who listens.
   * @param options When to stop listening.
   * @returns Stops listening.
   * @throws {TypeError} If there is no such event, or the listener is none.
   */
  on<Name extends keyof LlmRuntimeEventMap>(
    name: Name,
    listener: LlmRuntimeEventMap[Name],
    options: RegistrationOptions = {},
  ): Disposer {
    const signal = registrationSignal(options);
    checkListener(name, listener);
    if (signal?.aborted) return toDisposer(() => {}, undefined);
    const remove = name === "llm/stream"
      ? this.#addStreamListener(listener as WaterfallListener)
      : this.#addPlainListener(name, listener as PlainListener);
    const dispose = toDisposer(() => {
      this.#listenerDisposers.delete(dispose);
      remove();
    }, signal);
    this.#listenerDisposers.add(dispose);
    return dispose;
  }

  /**
   * Starts one model call: one attempt, through every listener.
   *
   * The listeners run at once, the adapter is looked up and reached at the first
   * read. Whatever the adapter does, the stream ends with exactly one `finish`;
   * what a listener throws stays thrown.
   *
   * @param options The request. Its list of messages may go on growing while the
   * answer is read: unless it is frozen, it is taken as it is now.
   * @returns The response: a fresh stream, pulled.
   * @throws {TypeError} If a field of the request is of another type.
   * @throws {RangeError} If a number of the request is out of its range.
   * @throws What a listener throws before it returns.
   */
  stream(options: GenerateOptions): ChunkStream {
    checkRequest(options);
    const record = createCallRecord();
    const stream = runWaterfall(options, {
      listeners: this.#streamListeners.map(({ listener }) => listener),
      runtime: this,
      innermost: (request) => this.#innermost(request, record),
    });
    // A listener may hand out a stream that is some other call's already.
    const own = hasCallRecord(stream)
      ? toChunkStream(takeChunkSource(stream))
      : stream;
    setCallRecord(own, record);
    return own;
  }

  /**
   * Ends every call in flight with `finish` `aborted`, and takes back every
   * registration and listener.
   */
  close(): void {
    for (const call of [...this.#calls]) call.close();
    this.#registry.close();
    for (const dispose of [...this.#listenerDisposers]) dispose();
  }

  #addStreamListener(listener: WaterfallListener): () => void {
    // An entry of its own, so that one listener may be registered twice.
    const entry = { listener };
    this.#streamListeners = [...this.#streamListeners, entry];
    return () => {
      this.#streamListeners = this.#streamListeners.filter((other) =>
        other !== entry
      );
    };
  }

  #addPlainListener(name: string, listener: PlainListener): () => void {
    // A function of its own, for the same reason.
    const own: PlainListener = (...args) => listener(...args);
    const listeners: Set<PlainListener> = name === "llm/diagnostic"
      ? this.#diagnostics.listeners as Set<PlainListener>
      : this.#updated;
    listeners.add(own);
    return () => void listeners.delete(own);
  }

  /** What is behind the last listener. */
  #innermost(options: GenerateOptions, record: CallRecord): ChunkSource {
    // What becomes of the request from here on is no part of the call: whoever
    // made it may go on with the conversation before the first read.
    const request = Object.isFrozen(options)
      ? options
      : { ...options, messages: [...options.messages] };
    return new FinalBoundary({
      signal: request.signal,
      calls: this.#calls,
      prepare: (signal) =>
        dispatch(request, {
          registry: this.#registry,
          record,
          report: this.#diagnostics.report,
          signal,
        }),
      failed(failure, error) {
        record.failures.push({ failure, error });
        record.error = error;
      },
    });
  }

  #tellUpdated(): void {
    tellEach(this.#updated, (listener) => {
      contain(listener, (error) =>
        this.#diagnostics.report({
          code: "LISTENER_FAILED",
          message: 'A listener of "llm/adapters-updated" failed',
          error,
        }));
    });
  }
}

function checkListener(name: string, listener: unknown): void {
  if (
    !["llm/stream", "llm/adapters-updated", "llm/diagnostic"].includes(name)
  ) {
    throw new TypeError(`Cannot listen to "${name}": there is no such event`);
  }
  if (typeof listener === "function") return;
  const { transformer } = (listener ?? {}) as Partial<LlmStreamTransformer>;
  if (name === "llm/stream" && typeof transformer === "function") return;
  throw new TypeError(
    `Cannot listen to "${name}": "listener" is no function${
      name === "llm/stream" ? ' and has no method "transformer"' : ""
    }`,
  );
}
