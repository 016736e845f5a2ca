/**
 * What the server that makes a response hears of its readers.
 *
 * @module
 */

import { controlLog, LEASE_MS, SEEN_ENTRY, STOP_ENTRY } from "./resume_log.ts";
import type { ResumeStore } from "./resume_store.ts";

/** Options for {@linkcode watchReaders}. */
export interface WatchReadersOptions {
  /** Where readers leave word. */
  readonly store: ResumeStore;
  /** Name of the response. */
  readonly id: string;
  /** Milliseconds without a reader after which nobody waits any more. */
  readonly graceMs: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Keeps the logs for longer. */
  renew(): Promise<void>;
}

// Twice may fail to come in time before a log is lost.
const RENEW_MS = LEASE_MS / 3;
// More than come in a wait; what is left is read at once.
const READ_LIMIT = 1_000;

/**
 * Waits until a reader stops the call, or there is none for too long. Renews the
 * logs meanwhile.
 *
 * @param options Whom to wait for, and how long.
 * @returns Which of both it was. Rejects with what the store rejects with.
 */
export async function watchReaders(
  { store, id, graceMs, signal, renew }: WatchReadersOptions,
): Promise<"stopped" | "deserted"> {
  let position = 0;
  let seenAt = Date.now();
  let renewedAt = seenAt;
  for (;;) {
    const nextAt = Math.min(seenAt + graceMs, renewedAt + RENEW_MS);
    const entries = await store.read(controlLog(id), position, {
      limit: READ_LIMIT,
      waitMs: Math.max(0, nextAt - Date.now()),
      signal,
    });
    if (entries === undefined) {
      throw new Error("Cannot hear of readers: their log was lost");
    }
    position += entries.length;
    const now = Date.now();
    if (entries.includes(STOP_ENTRY)) return "stopped";
    if (entries.includes(SEEN_ENTRY)) seenAt = now;
    if (now >= seenAt + graceMs) return "deserted";
    if (now >= renewedAt + RENEW_MS) {
      await renew();
      renewedAt = now;
    }
  }
}
