/**
 * What a response is kept as: two logs in a store.
 *
 * One log holds the response. Its first entry is the head, then comes one entry a
 * chunk, so the number of a chunk, from 1, is how many entries precede it. The
 * last entry is the end. The other log carries what readers, wherever they are,
 * tell the server that makes the response: each of them renews it, in the end for
 * the grace time, so that it expires once there is none, and who stops the call
 * writes to it.
 * It holds two entries at most, whoever comes how often, and is no other call's:
 * what is meant for one that has died does not stop the next of its name.
 *
 * @module
 */

/** What readers have to know of a response. */
export interface ResumeHead {
  /** Milliseconds that a response without readers goes on. */
  readonly graceMs: number;
  /** Tells it from those that have its name before or after it. */
  readonly call: string;
}

/** The entry after the last chunk. No chunk is written like that. */
export const END_ENTRY = "end";

/** The entry there is to wait behind. */
export const BEGUN_ENTRY = "begun";

/** Tells to stop the call. */
export const STOP_ENTRY = "stop";

/**
 * Milliseconds that a log outlives the server that makes the response, or that
 * serves a reader. It is renewed all the while, so only the death of that server
 * brings the other side so far.
 */
export const LEASE_MS = 60_000;

/** Names the log of a response. */
export function responseLog(id: string): string {
  return `response/${id}`;
}

/** Names the log that readers renew. */
export function controlLog(id: string, { call }: ResumeHead): string {
  return `control/${id}/${call}`;
}

/** Writes the first entry of a response. */
export function writeHead({ graceMs, call }: ResumeHead): string {
  return JSON.stringify({ graceMs, call });
}

/** Reads what {@linkcode writeHead} wrote. */
export function readHead(entry: string): ResumeHead {
  return JSON.parse(entry);
}
