/**
 * What Ctrl-C does.
 *
 * @module
 */

// `deno task` passes on a signal that the terminal has sent to the demo already.
const REPEAT_MS = 500;

/** What {@linkcode interruptHandler} may do. */
export interface InterruptActions {
  /** Stops the call, and lets what came of it be shown. */
  stop(): void;
  /** Ends the demo at once. */
  exit(): void;
}

/**
 * Makes a handler that stops at the first signal, and exits at one that comes
 * later: whoever asks twice is not willing to wait.
 *
 * @param actions What to do.
 * @returns The handler.
 */
export function interruptHandler(actions: InterruptActions): () => void {
  let first: number | undefined;

  return () => {
    if (first === undefined) {
      first = Date.now();
      actions.stop();
    } else if (Date.now() - first >= REPEAT_MS) {
      actions.exit();
    }
  };
}
