/**
 * Where what was noticed and dealt with is told.
 *
 * @module
 */

import type { LlmDiagnostic } from "./adapter.ts";

/** Hears of what was noticed and dealt with. */
export type LlmDiagnosticListener = (diagnostic: LlmDiagnostic) => unknown;

/** One registration of a listener. */
export interface ListenerEntry<Listener> {
  /** The listener. */
  readonly listener: Listener;
}

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

/**
 * Tells everyone who listens by now, except those who stop while others are
 * told.
 *
 * @typeParam Listener Type of the listeners.
 * @param listeners Who listens.
 * @param tell Tells one of them.
 */
export function tellEach<Listener>(
  listeners: ReadonlySet<ListenerEntry<Listener>>,
  tell: (listener: Listener) => void,
): void {
  for (const entry of [...listeners]) {
    if (listeners.has(entry)) tell(entry.listener);
  }
}

/**
 * Calls a listener whose failure must not reach anyone else.
 *
 * @param call Calls it.
 * @param failed Told what it threw or rejected with.
 */
export function contain(
  call: () => unknown,
  failed: (error: unknown) => void,
): void {
  try {
    // Any promise, of another realm or library too.
    Promise.resolve(call()).catch(failed);
  } catch (error) {
    failed(error);
  }
}
