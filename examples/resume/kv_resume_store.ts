/**
 * Keeps responses in Deno KV.
 *
 * @module
 */

import type {
  ResumeAppendOptions,
  ResumeReadOptions,
  ResumeStore,
} from "../../runtime/wire/mod.ts";

/** What is known of a log. Its entries count up to `length`, and no further. */
interface LogHead {
  length: number;
  expiresAt: number;
}

/** A piece of an entry, and whether another follows. */
type Piece = [text: string, more: boolean];

// A value holds 64 KiB, with up to two bytes for each UTF-16 unit.
const PIECE_LENGTH = 30_000;
// A commit holds 800 KiB, and 80 KiB of keys.
const PIECES_A_COMMIT = 12;
// Renewing a log renews its head alone. The rest goes when no call lasts so long.
const PIECES_MS = 24 * 60 * 60 * 1_000;

/**
 * Makes a store of a database.
 *
 * @param kv The database. Closed by whoever opened it.
 * @param prefix Where in it: the first parts of every key.
 * @returns The store.
 */
export function kvResumeStore(
  kv: Deno.Kv,
  prefix: Deno.KvKey = ["responses"],
): ResumeStore {
  async function headOf(
    log: string,
  ): Promise<{ entry: Deno.KvEntryMaybe<LogHead>; head?: LogHead }> {
    const entry = await kv.get<LogHead>([...prefix, log]);
    const { value: head } = entry;
    // Deno KV takes its time to drop what has expired.
    if (head === null || head.expiresAt <= Date.now()) return { entry };
    return { entry, head };
  }

  /** Writes pieces after the end, where nobody looks yet, then moves the end. */
  async function commit(
    entry: Deno.KvEntryMaybe<LogHead>,
    length: number,
    { entries, ttlMs }: { entries: readonly string[]; ttlMs: number },
  ): Promise<boolean> {
    const pieces = entries.flatMap((text, at) =>
      cut(text).map((piece, part): [Deno.KvKey, Piece] => [
        [...entry.key, length + at + 1, part],
        piece,
      ])
    );
    for (let from = 0;; from += PIECES_A_COMMIT) {
      const atomic = kv.atomic().check(entry);
      for (const [key, piece] of pieces.slice(from, from + PIECES_A_COMMIT)) {
        atomic.set(key, piece, { expireIn: PIECES_MS });
      }
      const last = from + PIECES_A_COMMIT >= pieces.length;
      if (last) {
        const head: LogHead = {
          length: length + entries.length,
          expiresAt: Date.now() + ttlMs,
        };
        atomic.set(entry.key, head, { expireIn: ttlMs });
      }
      const { ok } = await atomic.commit();
      if (!ok || last) return ok;
    }
  }

  async function list(
    log: string,
    after: number,
    count: number,
  ): Promise<string[]> {
    const start = [...prefix, log, after + 1];
    const end = [...prefix, log, after + count + 1];
    const entries: string[] = [];
    let text: string | undefined = "";
    for await (const { key, value } of kv.list<Piece>({ start, end })) {
      if (key.at(-1) === 0) text = "";
      // What is left of a longer entry that another writer got in before.
      if (text === undefined) continue;
      const [piece, more] = value;
      text += piece;
      if (more) continue;
      entries.push(text);
      text = undefined;
    }
    return entries;
  }

  async function append(
    log: string,
    entries: readonly string[],
    { ttlMs, after }: ResumeAppendOptions,
  ): Promise<boolean> {
    for (;;) {
      const { entry, head } = await headOf(log);
      const length = head?.length ?? 0;
      if (after !== undefined && after !== length) return false;
      if (head === undefined && entries.length === 0) return false;
      if (await commit(entry, length, { entries, ttlMs })) return true;
      // Another append came first: this one goes after it, or fails.
    }
  }

  async function read(
    log: string,
    after: number,
    { limit, waitMs, signal }: ResumeReadOptions,
  ): Promise<readonly string[] | undefined> {
    const endsAt = Date.now() + waitMs;
    for (;;) {
      signal.throwIfAborted();
      const { entry, head } = await headOf(log);
      if (head === undefined || head.length < after) return undefined;
      if (head.length > after) {
        return await list(log, after, Math.min(limit, head.length - after));
      }
      const now = Date.now();
      if (now >= endsAt) return [];
      const ms = Math.min(endsAt, head.expiresAt) - now;
      await changed(kv, entry, { ms, signal });
    }
  }

  return { append, read };
}

function cut(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    const end = at + PIECE_LENGTH;
    pieces.push([text.slice(at, end), end < text.length]);
  }
  return pieces;
}

/** Waits for a change of an entry, some time, or an abort. */
async function changed(
  kv: Deno.Kv,
  { key, versionstamp }: Deno.KvEntryMaybe<unknown>,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<void> {
  const reader = kv.watch([key]).getReader();
  const stop = () => void reader.cancel();
  const timer = setTimeout(stop, ms);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value[0]?.versionstamp !== versionstamp) return;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    await reader.cancel();
  }
}
