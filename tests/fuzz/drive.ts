/**
 * Runs a call to its end in faked time.
 *
 * @module
 */

import type { FakeTime } from "@std/testing/time";
import { setImmediate } from "node:timers";

const MAX_STEPS = 20_000;
// Longer than anything here waits without a timer: a chunk of a slow adapter that
// passes slow listeners takes a few steps, and none of them is seen from here.
const IDLE_STEPS = 500;

/** Lets everything run that waits for promises alone. */
export function settle(): Promise<void> {
  // Not the timer of the faked time: it waits a millisecond of real time.
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets time pass until some work is done.
 *
 * @param time The faked time.
 * @param work The work.
 * @param rescue Ends work that waits for nothing, once.
 * @returns Whether it was done.
 */
export async function drive(
  time: FakeTime,
  work: Promise<unknown>,
  rescue: () => void,
): Promise<boolean> {
  let over = false;
  const end = () => void (over = true);
  work.then(end, end);
  let idle = 0;
  let rescued = false;
  for (let step = 0; step < MAX_STEPS; step++) {
    await settle();
    if (over) return true;
    if (time.next()) idle = 0;
    else if (++idle > IDLE_STEPS) {
      if (rescued) return false;
      rescued = true;
      idle = 0;
      rescue();
    }
  }
  return false;
}
