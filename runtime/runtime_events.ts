/**
 * Who listens to a runtime.
 *
 * @module
 */

import { type Fault, must, refuse } from "../message/find_fault.ts";
import type { LlmDiagnostic } from "./adapter.ts";
import {
  contain,
  createDiagnostics,
  type ListenerEntry,
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

type Entries<Name extends keyof LlmRuntimeEventMap> = Set<
  ListenerEntry<LlmRuntimeEventMap[Name]>
>;

/**
 * Makes the listeners of a runtime.
 *
 * @returns Nobody yet.
 */
export function createRuntimeEvents(): RuntimeEvents {
  const diagnostics = createDiagnostics();
  const listeners: {
    readonly [Name in keyof LlmRuntimeEventMap]: Entries<Name>;
  } = {
    "llm/stream": new Set(),
    "llm/adapters-updated": new Set(),
    "llm/diagnostic": diagnostics.listeners,
  };
  const disposers = new Set<() => void>();
  return {
    on(name, listener, options = {}) {
      const signal = registrationSignal(options);
      refuse(
        must(Object.hasOwn(listeners, name), "name", "the name of an event") ??
          findListenerFault(name, listener),
        `listen to "${name}"`,
      );
      if (signal?.aborted) return toDisposer(() => {}, undefined);
      // An entry of its own, so that one listener may be registered twice.
      const entry = { listener };
      listeners[name].add(entry);
      const dispose = toDisposer(() => {
        disposers.delete(dispose);
        listeners[name].delete(entry);
      }, signal);
      disposers.add(dispose);
      return dispose;
    },
    streamListeners: () =>
      Array.from(listeners["llm/stream"], ({ listener }) => listener),
    tellUpdated() {
      tellEach(listeners["llm/adapters-updated"], (listener) => {
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

function findListenerFault(
  name: string,
  listener: unknown,
): Fault | undefined {
  const streams = name === "llm/stream";
  const transformer = streams && Object(listener).transformer;
  return must(
    typeof (transformer || listener) === "function",
    "listener",
    streams
      ? 'a function or an object with a method "transformer"'
      : "a function",
  );
}
