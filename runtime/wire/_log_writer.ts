/**
 * Writes the log of one response.
 *
 * @module
 */

import {
  controlLog,
  END_ENTRY,
  LEASE_MS,
  responseLog,
  writeHead,
} from "./resume_log.ts";
import type { ResumeAppendOptions, ResumeStore } from "./resume_store.ts";

/** Options for {@linkcode createLogWriter}. */
export interface LogWriterOptions {
  /** Where. */
  readonly store: ResumeStore;
  /** Name of the response. */
  readonly id: string;
  /** Milliseconds that readers have after the end. */
  readonly retainMs: number;
}

/** Writes in order, one append at a time. Rejects with what the store does. */
export interface LogWriter {
  /** Begins the log, and tells whether nobody had. */
  begin(graceMs: number): Promise<boolean>;
  /** Writes chunks. */
  write(chunks: readonly string[]): Promise<void>;
  /** Writes the last chunks. Tries even if a write before it failed. */
  end(chunks: readonly string[]): Promise<void>;
  /** Keeps what is written, and what readers wrote, for longer. */
  renew(): Promise<void>;
}

/**
 * Makes the writer of a response.
 *
 * @param options Where, and for how long.
 * @returns The writer.
 */
export function createLogWriter(
  { store, id, retainMs }: LogWriterOptions,
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
    async begin(graceMs) {
      const ttlMs = LEASE_MS;
      const begun = await append([writeHead({ graceMs })], { ttlMs });
      // So that there is something to wait for.
      if (begun) await store.append(controlLog(id), ["begun"], { ttlMs });
      return begun;
    },
    async write(chunks) {
      sound(await append(chunks, { ttlMs: LEASE_MS }));
    },
    async end(chunks) {
      const entries = [...chunks, END_ENTRY];
      sound(await append(entries, { ttlMs: retainMs, final: true }));
    },
    async renew() {
      const ttlMs = LEASE_MS;
      // Without a condition on the length: a write may be under way.
      sound(await store.append(log, [], { ttlMs }));
      sound(await store.append(controlLog(id), [], { ttlMs }));
    },
  };
}

function sound(done: boolean): void {
  if (!done) throw new Error("Cannot keep response: its log was lost");
}
