/**
 * Responses in the memory of one process.
 *
 * @module
 */

import type {
  ResumeAppendOptions,
  ResumeReadOptions,
  ResumeStore,
} from "./resume_store.ts";

/** Options for {@linkcode memoryResumeStore}. */
export interface MemoryResumeStoreOptions {
  /**
   * Most bytes to keep, roughly: two for each UTF-16 unit and some for each entry.
   *
   * @default {64 * 1024 * 1024}
   */
  maxBytes?: number | undefined;
}

interface Log {
  readonly entries: string[];
  bytes: number;
  expiresAt: number;
  final: boolean;
  /** Wake whoever waits for the next entry. */
  readonly waiting: Set<() => void>;
}

// What a string costs beside its characters.
const ENTRY_BYTES = 64;
// What last entries may take where there is no room. They may tell of just that, and
// make their log one of those that are dropped for others.
const LAST_BYTES = 4 * 1024;

/**
 * Keeps responses in memory, for servers that are one process.
 *
 * Once there is no room, logs that have expired are dropped, then those of
 * responses that have ended, the longest ago first. A response that does not fit
 * even so fails, and none is dropped for it. There is no timer but those of reads
 * that wait: what has expired is dropped when it is asked for or when a log is made.
 *
 * @example Usage
 * ```ts
 * import { memoryResumeStore } from "@dsh/llm/wire";
 * import { deepEqual } from "node:assert/strict";
 *
 * const store = memoryResumeStore({ maxBytes: 16 * 1024 * 1024 });
 * await store.append("log", ["one", "two"], { ttlMs: 60_000 });
 *
 * const { signal } = new AbortController();
 * const entries = await store.read("log", 1, { limit: 10, waitMs: 0, signal });
 *
 * deepEqual(entries, ["two"]);
 * ```
 *
 * @param options How much to keep.
 * @returns The store. An append that finds no room rejects with a `RangeError`.
 * @throws {TypeError} If `maxBytes` is not a number.
 * @throws {RangeError} If it is not a positive integer.
 */
export function memoryResumeStore(
  options: MemoryResumeStoreOptions = {},
): ResumeStore {
  const { maxBytes = 64 * 1024 * 1024 } = options;
  checkMaxBytes(maxBytes);
  const logs = new Map<string, Log>();
  let bytes = 0;

  function find(name: string): Log | undefined {
    const log = logs.get(name);
    if (log === undefined || log.expiresAt > Date.now()) return log;
    drop(name, log);
  }

  function drop(name: string, log: Log): void {
    logs.delete(name);
    bytes -= log.bytes;
    // They look again, and find nothing.
    wake(log);
  }

  function makeRoom(needed: number, kept: Log | undefined): void {
    const now = Date.now();
    const others = [...logs].filter(([, log]) => log !== kept);
    for (const [name, log] of others) {
      if (log.expiresAt <= now) drop(name, log);
    }
    const ended = others.filter(([name, log]) => log.final && logs.has(name));
    const least = ended.reduce((left, [, log]) => left - log.bytes, bytes);
    if (least + needed > maxBytes) {
      throw new RangeError(
        `Cannot keep response: the store holds at most ${maxBytes} bytes`,
      );
    }
    for (const [name, log] of ended) {
      if (bytes + needed <= maxBytes) return;
      drop(name, log);
    }
  }

  function append(
    name: string,
    entries: readonly string[],
    { ttlMs, after, final = false }: ResumeAppendOptions,
  ): boolean {
    let log = find(name);
    if (after !== undefined && (log?.entries.length ?? 0) !== after) {
      return false;
    }
    if (log === undefined && entries.length === 0) return false;
    const needed = entries.reduce(
      (sum, entry) => sum + ENTRY_BYTES + 2 * entry.length,
      0,
    );
    const fits = needed === 0 || bytes + needed <= maxBytes ||
      (final && needed <= LAST_BYTES);
    if (log === undefined || !fits) makeRoom(needed, log);
    log ??= {
      entries: [],
      bytes: 0,
      expiresAt: 0,
      final: false,
      waiting: new Set(),
    };
    // The order of the map is the order in which logs ended.
    if (final) logs.delete(name);
    logs.set(name, log);
    for (const entry of entries) log.entries.push(entry);
    log.bytes += needed;
    bytes += needed;
    log.expiresAt = Date.now() + ttlMs;
    log.final ||= final;
    if (entries.length > 0) wake(log);
    return true;
  }

  async function read(
    name: string,
    after: number,
    { limit, waitMs, signal }: ResumeReadOptions,
  ): Promise<readonly string[] | undefined> {
    const endsAt = Date.now() + waitMs;
    for (;;) {
      signal.throwIfAborted();
      const log = find(name);
      if (log === undefined || log.entries.length < after) return undefined;
      const entries = log.entries.slice(after, after + limit);
      const now = Date.now();
      if (entries.length > 0 || now >= endsAt) return entries;
      await wait(log, Math.min(endsAt, log.expiresAt) - now, signal);
    }
  }

  return {
    // Whatever fails, fails as a promise.
    append: (...args) => Promise.resolve().then(() => append(...args)),
    read,
  };
}

function checkMaxBytes(value: unknown): void {
  const rule = 'Cannot make store: "options.maxBytes" must be';
  if (typeof value !== "number") throw new TypeError(`${rule} a number`);
  if (!Number.isSafeInteger(value) || value <= 0) {
    throw new RangeError(`${rule} a positive integer`);
  }
}

function wake(log: Log): void {
  for (const wakeOne of [...log.waiting]) wakeOne();
}

/** Waits for a change of a log, some time, or an abort, whichever comes first. */
function wait(
  { waiting }: Log,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    waiting.add(done);
    signal.addEventListener("abort", done);

    function done(): void {
      clearTimeout(timer);
      waiting.delete(done);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
