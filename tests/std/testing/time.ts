/**
 * Stands in for `@std/testing/time` where the JSR registry is out of reach.
 *
 * @module
 */

import { withGlobal } from "@sinonjs/fake-timers";

/** Thrown where faked time cannot do what was asked. */
export class TimeError extends Error {
  /** Always `"TimeError"`. */
  override readonly name: string = "TimeError";
}

/** The part of a `@sinonjs/fake-timers` clock used here. */
interface Clock {
  now: number;
  tick(ms: number): number;
  next(): number;
  countTimers(): number;
  uninstall(): void;
}

// Taken before anything is faked: microtasks are let through with a real timer.
const realSetTimeout = globalThis.setTimeout;
let current: FakeTime | undefined;

/** Replaces `Date` and the timers of the globals until it is restored. */
export class FakeTime {
  readonly #clock: Clock;
  readonly #start: number;

  /** Fakes time from `start` on, or from now. */
  constructor(start?: number | string | Date | null) {
    if (current !== undefined) {
      throw new TimeError("Cannot construct FakeTime: time is already faked");
    }

    const time = new Date(start ?? Date.now()).valueOf();
    if (Number.isNaN(time)) {
      throw new TimeError("Cannot construct FakeTime: invalid start time");
    }
    this.#start = time;
    this.#clock = withGlobal(globalThis).install({
      now: time,
      toFake: [
        "Date",
        "setTimeout",
        "clearTimeout",
        "setInterval",
        "clearInterval",
      ],
    });
    current = this;
  }

  /** Restores real time, wherever it was faked. */
  static restore(): void {
    if (current === undefined) {
      throw new TimeError("Cannot restore time: it is not faked");
    }
    current.restore();
  }

  /** The faked time in milliseconds since the epoch. */
  get now(): number {
    return this.#clock.now;
  }

  /** Moves time forward and runs what falls due on the way. */
  set now(value: number) {
    if (value < this.now) {
      throw new RangeError("Cannot set current time in the past");
    }
    this.tick(value - this.now);
  }

  /** The time this began with. */
  get start(): number {
    return this.#start;
  }

  /** Lets everything run that waits for promises alone. */
  async runMicrotasks(): Promise<void> {
    await new Promise<void>((resolve) => realSetTimeout(resolve, 0));
  }

  /** Moves time forward and runs what falls due on the way. */
  tick(ms: number = 0): void {
    this.#clock.tick(ms);
  }

  /** Lets promises settle, then moves time forward. */
  async tickAsync(ms: number = 0): Promise<void> {
    await this.runMicrotasks();
    this.tick(ms);
  }

  /** Moves to the next timer and runs all that is due then; `false` if none is left. */
  next(): boolean {
    if (this.#clock.countTimers() === 0) return false;
    this.#clock.next();
    this.#clock.tick(0);
    return true;
  }

  /** Lets promises settle, then moves to the next timer. */
  async nextAsync(): Promise<boolean> {
    await this.runMicrotasks();
    return this.next();
  }

  /** Runs timers until none is left. */
  runAll(): void {
    while (this.next());
  }

  /** Runs timers until none is left, and lets promises settle in between. */
  async runAllAsync(): Promise<void> {
    while (await this.nextAsync());
  }

  /** Restores real time. */
  restore(): void {
    if (current !== this) {
      throw new TimeError("Cannot restore time: it is already restored");
    }
    current = undefined;
    this.#clock.uninstall();
  }

  /** Restores real time. */
  [Symbol.dispose](): void {
    if (current === this) this.restore();
  }
}
