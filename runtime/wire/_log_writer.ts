/**
 * Writes the log of one response.
 *
 * @module
 */

import {
  BEGUN_ENTRY,
  END_ENTRY,
  LEASE_MS,
  responseLog,
  type ResumeHead,
  writeHead,
} from "./resume_log.ts";
import type { ResumeAppendOptions, ResumeStore } from "./resume_store.ts";

/** Options for {@linkcode createLogWriter}. */
export interface LogWriterOptions {
  /** Where. */
  readonly store: ResumeStore;
  /** Name of the response. */
  readonly id: string;
  /** What readers have to know of it. */
  readonly head: ResumeHead;
  /** Name of the log that readers renew. */
  readonly control: string;
  /** Milliseconds that readers have after the end. */
  readonly retainMs: number;
}

/** Writes in order, one append at a time. Rejects with what the store does. */
export interface LogWriter {
  /** Begins the log, and tells whether nobody had. */
  begin(): Promise<boolean>;
  /** Writes chunks. */
  write(chunks: readonly string[]): Promise<void>;
  /** Writes the last chunks. Tries even if a write before it failed. */
  end(chunks: readonly string[]): Promise<void>;
  /** Keeps what is written for longer. */
  renew(): Promise<void>;
}

/**
 * Makes the writer of a response.
 *
 * @param options Where, and for how long.
 * @returns The writer.
 */
export function createLogWriter(
  { store, id, head, control, retainMs }: LogWriterOptions,
): LogWriter {
  const log = responseLog(id);
  let length = 0;
  let last: Promise<unknown> = Promise.resolve();

  function append(
    entries: readonly string[],
    options: Omit<ResumeAppendOptions, "after">,
  ): Promise<boolean> {
    const before = last;
    const appended = (async () => {
      await before.catch(() => {});
      // The length is the proof that the log is still what was written here.
      const done = await store.append(log, entries, {
        ...options,
        after: length,
      });
      if (done) length += entries.length;
      return done;
    })();
    last = appended;
    return appended;
  }

  return {
    async begin() {
      const begun = await append([writeHead(head)], { ttlMs: LEASE_MS });
      if (begun) {
        // Unless it has been stopped already, it is one entry that stops go after.
        const ttlMs = head.graceMs;
        await store.append(control, [BEGUN_ENTRY], { ttlMs, after: 0 });
      }
      return begun;
    },
    async write(chunks) {
      sound(await append(chunks, { ttlMs: LEASE_MS }));
    },
    async end(chunks) {
      const entries = [...chunks, END_ENTRY];
      sound(await append(entries, { ttlMs: retainMs, final: true }));
      // Nobody listens any more. Where that gets lost, it lasts for the grace time.
      await store.append(control, [], { ttlMs: 1, final: true })
        .catch(() => {});
    },
    async renew() {
      // Without a condition on the length: a write may be under way.
      const renewed = store.append(log, [], { ttlMs: LEASE_MS });
      // The end comes after it, or would be kept for no longer than that.
      last = Promise.allSettled([last, renewed]);
      sound(await renewed);
    },
  };
}

function sound(done: boolean): void {
  if (!done) throw new Error("Cannot keep response: its log was lost");
}
