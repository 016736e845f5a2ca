/**
 * Who listens to a runtime.
 *
 * @module
 */

import { must, refuse } from "../message/find_fault.ts";
import type { LlmDiagnostic } from "./adapter.ts";
import {
  contain,
  createDiagnostics,
  type LlmDiagnosticListener,
  tellEach,
} from "./diagnostics.ts";
import {
  type Disposer,
  type RegistrationOptions,
  registrationSignal,
  toDisposer,
} from "./registration.ts";
import type {
  LlmStreamListener,
  LlmStreamTransformerFactory,
} from "./stream_listener.ts";

/**
 * Hears that routes have changed, registered or configurable ones. Reads them
 * anew if it wants to know more.
 */
export type LlmAdaptersUpdatedListener = () => unknown;

/** Every event of a runtime, and who may listen to it. */
export interface LlmRuntimeEventMap {
  /** Wraps every model call. */
  "llm/stream": LlmStreamListener | LlmStreamTransformerFactory;
  /** Routes have changed. */
  "llm/adapters-updated": LlmAdaptersUpdatedListener;
  /** Something was noticed and dealt with. */
  "llm/diagnostic": LlmDiagnosticListener;
}

/** The listeners of one runtime. */
export interface RuntimeEvents {
  /** Adds a listener. See `LlmRuntime.on`. */
  on<Name extends keyof LlmRuntimeEventMap>(
    name: Name,
    listener: LlmRuntimeEventMap[Name],
    options?: RegistrationOptions,
  ): Disposer;
  /** Who wraps a call that begins now, outermost first. */
  streamListeners(): LlmRuntimeEventMap["llm/stream"][];
  /** Tells that routes have changed. */
  tellUpdated(): void;
  /** Tells what was noticed and dealt with. */
  report(diagnostic: LlmDiagnostic): void;
  /** Removes every listener. */
  close(): void;
}

type PlainListener = (...args: unknown[]) => unknown;

/**
 * Makes the listeners of a runtime.
 *
 * @returns Nobody yet.
 */
export function createRuntimeEvents(): RuntimeEvents {
  const diagnostics = createDiagnostics();
  const updated = new Set<LlmAdaptersUpdatedListener>();
  // Entries of their own, so that one listener may be registered twice.
  const streams = new Set<{ listener: LlmRuntimeEventMap["llm/stream"] }>();
  const disposers = new Set<() => void>();

  function add(name: string, listener: unknown): () => void {
    if (name === "llm/stream") {
      const entry = { listener: listener as LlmStreamListener };
      streams.add(entry);
      return () => void streams.delete(entry);
    }
    const plain = listener as PlainListener;
    const own: PlainListener = (...args) => plain(...args);
    const listeners: Set<PlainListener> = name === "llm/diagnostic"
      ? diagnostics.listeners as Set<PlainListener>
      : updated;
    listeners.add(own);
    return () => void listeners.delete(own);
  }

  return {
    on(name, listener, options = {}) {
      const signal = registrationSignal(options);
      checkListener(name, listener);
      if (signal?.aborted) return toDisposer(() => {}, undefined);
      const remove = add(name, listener);
      const dispose = toDisposer(() => {
        disposers.delete(dispose);
        remove();
      }, signal);
      disposers.add(dispose);
      return dispose;
    },
    streamListeners: () => Array.from(streams, ({ listener }) => listener),
    tellUpdated() {
      tellEach(updated, (listener) => {
        contain(listener, (error) =>
          diagnostics.report({
            code: "LISTENER_FAILED",
            message: 'A listener of "llm/adapters-updated" failed',
            error,
          }));
      });
    },
    report: diagnostics.report,
    close() {
      for (const dispose of [...disposers]) dispose();
    },
  };
}

function checkListener(name: string, listener: unknown): void {
  if (
    !["llm/stream", "llm/adapters-updated", "llm/diagnostic"].includes(name)
  ) {
    throw new TypeError(`Cannot listen to "${name}": there is no such event`);
  }
  const streams = name === "llm/stream";
  const transformer = streams && Object(listener).transformer;
  refuse(
    must(
      typeof (transformer || listener) === "function",
      "listener",
      streams
        ? 'a function or an object with a method "transformer"'
        : "a function",
    ),
    `listen to "${name}"`,
  );
}
