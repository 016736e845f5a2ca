/**
 * The end of everything a runtime has under way.
 *
 * @module
 */

import { ABORTED_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { FinalBoundary } from "./final_boundary.ts";

/** Tells whoever waits that a runtime closes. */
export interface Closing {
  /** Aborts at the next close, with an `ABORTED` error for its reason. */
  readonly signal: AbortSignal;
  /** The calls that are under way. */
  readonly calls: Set<FinalBoundary>;
  /** Ends what has begun by now. What begins later waits for the next close. */
  close(): void;
}

/**
 * Makes the end of a runtime's work.
 *
 * @returns The end, still to come.
 */
export function createClosing(): Closing {
  let controller = new AbortController();
  const calls = new Set<FinalBoundary>();
  return {
    get signal() {
      return controller.signal;
    },
    calls,
    close() {
      const error = new LlmError(
        "Cannot complete call: the runtime was closed",
        ABORTED_CODE,
      );
      for (const call of [...calls]) call.close(error);
      const closed = controller;
      controller = new AbortController();
      closed.abort(error);
    },
  };
}
