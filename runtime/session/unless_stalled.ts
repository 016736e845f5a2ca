/**
 * Waiting for a sink no longer than anybody would.
 *
 * @module
 */

import { deferred } from "../deferred.ts";
import { HarnessError } from "../error.ts";
import type { SessionLog } from "./session_log.ts";

/** A sink did not settle, and nobody waits for it any more. */
export const SINK_STALLED_CODE = "SINK_STALLED";

/** What {@linkcode unlessStalled} depends on. */
export interface UnlessStalledOptions {
  /** What the sink keeps. */
  readonly log: Pick<SessionLog, "revision">;
  /** Aborts once nobody has time any more. */
  readonly signal: AbortSignal;
  /** What cannot be done, to follow "Cannot". */
  readonly what: string;
}

// Longer than a disk takes to wake up, and than a database to answer once more.
const MAX_STALL_MS = 5_000;

/**
 * Waits for work that waits for nothing but a sink: from an abort on only as long as
 * the sink goes on taking events. The work itself goes on.
 *
 * @typeParam T What the work comes to.
 * @param work The work.
 * @param options Whose sink, and who gives up.
 * @returns What the work comes to. Rejects with `SINK_STALLED` where the sink takes
 * nothing for 5 seconds.
 */
export function unlessStalled<T>(
  work: Promise<T>,
  { log, signal, what }: UnlessStalledOptions,
): Promise<T> {
  const { promise, resolve, reject } = deferred<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function watch(): void {
    const { revision } = log;
    timer = setTimeout(() => {
      if (log.revision === revision) reject(stalled(what));
      else watch();
    }, MAX_STALL_MS);
  }
  function release(): void {
    clearTimeout(timer);
    signal.removeEventListener("abort", watch);
  }

  if (signal.aborted) watch();
  else signal.addEventListener("abort", watch);
  work.then(
    (value) => {
      release();
      resolve(value);
    },
    (error) => {
      release();
      reject(error);
    },
  );
  return promise;
}

function stalled(what: string): HarnessError {
  return new HarnessError(
    `Cannot ${what}: the sink has not settled for ${MAX_STALL_MS} ms, and whether it has the last event is not known`,
    SINK_STALLED_CODE,
  );
}
