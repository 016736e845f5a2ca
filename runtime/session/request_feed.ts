/**
 * The events of one request.
 *
 * @module
 */

import { deferred } from "../deferred.ts";
import type { SessionEvent } from "./session_event.ts";
import type { SessionLog } from "./session_log.ts";

/** The events of one request, and its end. */
export interface RequestFeed {
  /** The events, as they are logged. */
  readonly events: ReadableStream<SessionEvent>;
  /**
   * Ends the events behind what is logged by now, with an error if one is given. Once.
   *
   * @param error What the request failed with.
   */
  end(error?: { readonly value: unknown }): void;
}

/**
 * Makes the events of a request that begins now. Nothing is held for them: they are
 * read from the log when they are asked for.
 *
 * @param log The log.
 * @returns The events.
 */
export function createRequestFeed(log: SessionLog): RequestFeed {
  let next = log.revision + 1;
  const reader = log.stream(next).getReader();
  /** Seq of the last event, once that is known. */
  let last = Infinity;
  let failed: { readonly value: unknown } | undefined;
  const ended = deferred<void>();

  return {
    events: new ReadableStream<SessionEvent>({
      async pull(controller) {
        if (next <= last) {
          const { value } = await reader.read();
          if (value !== undefined) {
            next++;
            return controller.enqueue(value);
          }
          // A log that gives its sink up ends before the request has heard of it.
          await ended.promise;
        }
        if (failed !== undefined) throw failed.value;
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    }, { highWaterMark: 0 }),
    end(error) {
      if (last !== Infinity) return;
      last = log.revision;
      failed = error;
      ended.resolve();
      // Whoever waits for more learns that there is none. What is left to read is
      // left to read.
      if (next > last) reader.cancel().catch(() => {});
    },
  };
}
