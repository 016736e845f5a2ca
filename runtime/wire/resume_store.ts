/**
 * Where responses are kept while they are made, and for a while after.
 *
 * @module
 */

/** Options for {@linkcode ResumeStore.append}. */
export interface ResumeAppendOptions {
  /**
   * Milliseconds to keep the log from now on, be it less than was left. Of a log
   * that is kept for longer, some call without readers goes on for longer.
   */
  ttlMs: number;
  /**
   * How many entries the log must hold for these to be appended, 0 where there
   * must be no such log. Absent: any number.
   */
  after?: number | undefined;
  /**
   * Whether these are the last entries. A store that is short of room drops logs
   * that have their last entry before it refuses others.
   *
   * @default {false}
   */
  final?: boolean | undefined;
}

/** Options for {@linkcode ResumeStore.read}. */
export interface ResumeReadOptions {
  /** Most entries to bring: a positive integer. */
  limit: number;
  /** Most milliseconds to wait for the first of them. 0 is not to wait. */
  waitMs: number;
  /** Ends the wait: the read rejects with its reason. */
  signal: AbortSignal;
}

/**
 * Keeps logs: lists of strings that only grow, each under a name, for a while.
 *
 * Servers that share a store serve each other's responses. Both methods may be
 * called any number of times at once. What they reject with ends the call whose
 * log it is. {@linkcode memoryResumeStore} keeps logs in the memory of one
 * process; the examples have stores for Deno KV and for Redis.
 */
export interface ResumeStore {
  /**
   * Appends entries, all of them or none, and makes the log if there is none.
   * The time to live of the whole log begins anew. No entries at all renew a log
   * and make none.
   *
   * @param log Name of the log.
   * @param entries The entries, in order. None of them is empty.
   * @param options How long to keep the log, and on what condition.
   * @returns Whether that was done: `false` where the log is not as long as
   * `after` says, or where there is none to renew.
   */
  append(
    log: string,
    entries: readonly string[],
    options: ResumeAppendOptions,
  ): Promise<boolean>;

  /**
   * Reads entries, and waits for the first of them.
   *
   * @param log Name of the log.
   * @param after How many entries to leave out: 0 is to begin with the first.
   * @param options How many entries, and how long to wait.
   * @returns The entries, none of them if none came in time, or `undefined` if
   * there is no such log, or no longer, or it is shorter than `after`.
   */
  read(
    log: string,
    after: number,
    options: ResumeReadOptions,
  ): Promise<readonly string[] | undefined>;
}
