/**
 * Where what was noticed and dealt with is told.
 *
 * @module
 */

import type { LlmDiagnostic } from "./adapter.ts";
import { contain, type ListenerEntry, tellEach } from "./listeners.ts";

/** Hears of what was noticed and dealt with. */
export type LlmDiagnosticListener = (diagnostic: LlmDiagnostic) => unknown;

/** The diagnostics of one runtime. */
export interface Diagnostics {
  /** Who hears of them. */
  readonly listeners: Set<ListenerEntry<LlmDiagnosticListener>>;
  /** Tells everyone. A listener that fails is left out of it. */
  report(diagnostic: LlmDiagnostic): void;
}

/**
 * Makes the diagnostics of a runtime.
 *
 * @returns Diagnostics nobody listens to yet.
 */
export function createDiagnostics(): Diagnostics {
  const listeners: Diagnostics["listeners"] = new Set();
  return {
    listeners,
    report(diagnostic) {
      // An error that nobody sees is an error that is lost.
      if (listeners.size === 0 && diagnostic.error !== undefined) {
        // deno-lint-ignore no-console
        console.error(diagnostic.message, diagnostic.error);
      }
      tellEach(listeners, (listener) => {
        contain(() => listener(diagnostic), () => {});
      });
    },
  };
}
