/**
 * Notices a provider that has gone silent.
 *
 * @module
 */

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
  return new ReadWatchdog(options);
}

class ReadWatchdog implements Watchdog {
  readonly #options: WatchdogOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readBegan: number | undefined;
  /** What earlier reads have used up of the progress clock. */
  #spentMs = 0;
  #stopped = false;

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  waiting(): void {
    if (this.#stopped || this.#readBegan !== undefined) return;
    const { idleMs, progressMs } = this.#options;
    this.#readBegan = Date.now();
    if (this.#timer !== undefined) return;
    this.#arm(Math.min(idleMs, progressMs - this.#spentMs));
  }

  received(): void {
    this.#spentMs += this.#outstandingMs();
    this.#readBegan = undefined;
  }

  progressed(): void {
    this.#spentMs = 0;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(() => this.#check(), ms);
  }

  #check(): void {
    this.#timer = undefined;
    // The next read arms it again. Deadlines only ever move back, so a timer
    // that is armed already is never too late for a read that begins later.
    if (this.#readBegan === undefined) return;
    const { idleMs, progressMs, onExpire } = this.#options;
    const elapsedMs = this.#outstandingMs();
    const idleLeftMs = idleMs - elapsedMs;
    const progressLeftMs = progressMs - this.#spentMs - elapsedMs;
    const leftMs = Math.min(idleLeftMs, progressLeftMs);
    if (leftMs > 0) {
      this.#arm(leftMs);
      return;
    }
    this.stop();
    onExpire(idleLeftMs <= progressLeftMs ? "idle" : "progress");
  }

  #outstandingMs(): number {
    // The clock of the system may be set back in the middle of a read.
    return this.#readBegan === undefined
      ? 0
      : Math.max(0, Date.now() - this.#readBegan);
  }
}
