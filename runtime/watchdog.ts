/**
 * Notices a provider that has gone silent.
 *
 * @module
 */

// More milliseconds than this make a timer fire at once.
const MAX_TIMEOUT_MS = 2_147_483_647;

/** Which of its clocks ran out on a {@linkcode Watchdog}. */
export type WatchdogClock = "idle" | "progress";

/** Options for {@linkcode createWatchdog}. */
export interface WatchdogOptions {
  /** Most milliseconds one read may wait for bytes. */
  idleMs: number;
  /** Most milliseconds all reads together may wait for content. */
  progressMs: number;
  /**
   * Called once, when a clock has run out. The watchdog has stopped by then.
   *
   * @param clock The clock: of two that have, the one that did first.
   */
  onExpire: (clock: WatchdogClock) => void;
}

/** Watches the reads of one response. Made by {@linkcode createWatchdog}. */
export interface Watchdog {
  /** A read began. */
  waiting(): void;
  /** The read in hand ended: bytes arrived. */
  received(): void;
  /** What arrived was content. */
  progressed(): void;
  /** Nothing is read any more. Leaves no timer, and nothing starts one again. */
  stop(): void;
}

/**
 * Watches over reads with two clocks, both of which run only while a read is
 * outstanding: a slow consumer is never a stall.
 *
 * Any bytes reset the idle clock. Only content resets the progress clock, so a
 * provider that sends nothing but keep-alives is noticed as well.
 *
 * Reads are many and stalls are few, so a read stores a time and leaves the timer
 * alone: the timer, when it fires, arms itself again for what is left.
 *
 * @param options The limits, and whom to tell.
 * @returns The watchdog. It sleeps until the first read.
 */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { idleMs, progressMs, onExpire } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readBegan: number | undefined;
  // What earlier reads have used up of the progress clock.
  let spentMs = 0;
  let stopped = false;

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
    timer = undefined;
  }

  function outstandingMs(): number {
    // The clock of the system may be set back in the middle of a read.
    return readBegan === undefined ? 0 : Math.max(0, Date.now() - readBegan);
  }

  function check(): void {
    timer = undefined;
    // The next read arms it again. Deadlines only ever move back, so a timer
    // that is armed already is never too late for a read that begins later.
    if (readBegan === undefined) return;
    const elapsedMs = outstandingMs();
    const idleLeftMs = idleMs - elapsedMs;
    const progressLeftMs = progressMs - spentMs - elapsedMs;
    const leftMs = Math.min(idleLeftMs, progressLeftMs);
    if (leftMs > 0) {
      timer = setTimeout(check, leftMs);
      return;
    }
    stop();
    onExpire(idleLeftMs <= progressLeftMs ? "idle" : "progress");
  }

  return {
    waiting() {
      if (stopped || readBegan !== undefined) return;
      readBegan = Date.now();
      timer ??= setTimeout(check, Math.min(idleMs, progressMs - spentMs));
    },
    received() {
      spentMs += outstandingMs();
      readBegan = undefined;
    },
    progressed() {
      spentMs = 0;
    },
    stop,
  };
}

/**
 * Checks an option that is a time limit.
 *
 * @param value What was given.
 * @param path Where it was given, to name it in the error.
 * @returns The limit.
 * @throws {TypeError} If it is no number.
 * @throws {RangeError} If it is not positive, or more than a timer can hold.
 */
export function checkTimeoutMs(value: unknown, path: string): number {
  if (typeof value !== "number") {
    throw new TypeError(`Cannot use timeout: "${path}" must be a number`);
  }
  // Written so that NaN fails it.
  if (!(value > 0 && value <= MAX_TIMEOUT_MS)) {
    throw new RangeError(
      `Cannot use timeout: "${path}" must be greater than 0 and at most ${MAX_TIMEOUT_MS}`,
    );
  }
  return value;
}
