/**
 * What the server that makes a response hears of its readers.
 *
 * @module
 */

import { LEASE_MS, STOP_ENTRY } from "./resume_log.ts";
import type { ResumeStore } from "./resume_store.ts";

/** Options for {@linkcode watchReaders}. */
export interface WatchReadersOptions {
  /** Where readers leave word. */
  readonly store: ResumeStore;
  /** Name of the log they leave it in. */
  readonly control: string;
  /** Milliseconds that it lasts once they have left. */
  readonly graceMs: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Keeps the response for longer. */
  renew(): Promise<void>;
}

// Twice may fail to come in time before a log is lost.
const RENEW_MS = LEASE_MS / 3;
// More than there ever are.
const READ_LIMIT = 10;

/**
 * Waits until a reader stops the call, or there is none for too long. Renews the
 * response meanwhile.
 *
 * @param options Whom to wait for.
 * @returns Which of both it was. Rejects with what the store rejects with.
 */
export async function watchReaders(
  { store, control, graceMs, signal, renew }: WatchReadersOptions,
): Promise<"stopped" | "deserted"> {
  // A wait may not notice that the log is to last for less than when it began.
  const longestMs = Math.min(RENEW_MS, Math.ceil(graceMs));
  let position = 0;
  let renewedAt = Date.now();
  for (;;) {
    const leftMs = renewedAt + RENEW_MS - Date.now();
    const entries = await store.read(control, position, {
      limit: READ_LIMIT,
      waitMs: Math.max(0, Math.min(leftMs, longestMs)),
      signal,
    });
    if (entries === undefined) return "deserted";
    if (entries.includes(STOP_ENTRY)) return "stopped";
    position += entries.length;
    const now = Date.now();
    // The clock of the system may have been set back.
    renewedAt = Math.min(renewedAt, now);
    if (now >= renewedAt + RENEW_MS) {
      await renew();
      renewedAt = now;
    }
  }
}
