/**
 * Who listens to a runtime.
 *
 * @module
 */

import { type Fault, must } from "../message/find_fault.ts";
import type { LlmDiagnostic } from "./adapter.ts";
import {
  createDiagnostics,
  type LlmDiagnosticListener,
} from "./diagnostics.ts";
import {
  contain,
  createListeners,
  type Listeners,
  type ListenerSets,
  tellEach,
} from "./listeners.ts";
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
export interface RuntimeEvents extends Listeners<LlmRuntimeEventMap> {
  /** Who wraps a call that begins now, outermost first. */
  streamListeners(): LlmRuntimeEventMap["llm/stream"][];
  /** Tells that routes have changed. */
  tellUpdated(): void;
  /** Tells what was noticed and dealt with. */
  report(diagnostic: LlmDiagnostic): void;
}

/**
 * Makes the listeners of a runtime.
 *
 * @returns Nobody yet.
 */
export function createRuntimeEvents(): RuntimeEvents {
  const diagnostics = createDiagnostics();
  const listeners: ListenerSets<LlmRuntimeEventMap> = {
    "llm/stream": new Set(),
    "llm/adapters-updated": new Set(),
    "llm/diagnostic": diagnostics.listeners,
  };
  const { on, close } = createListeners<LlmRuntimeEventMap>(
    listeners,
    findListenerFault,
  );
  return {
    on,
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
    close,
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
