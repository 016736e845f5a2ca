/**
 * A call whose provider has gone silent.
 *
 * @module
 */

import { isTokenDelta, type StreamChunk } from "../../message.ts";
import type { Call, Step } from "./_call.ts";
import type { Kit } from "./_kit.ts";

/** What came before the silence, and the read that waits in it. */
export interface Silence {
  /** What came. */
  readonly chunks: readonly StreamChunk[];
  /** The read in hand. */
  readonly waiting: Promise<Step>;
}

// Long enough for what is on its way to arrive.
const QUIET_TASKS = 5;

/**
 * Reads a stall up to its silence.
 *
 * @param kit The kit of the case.
 * @param call The call.
 * @returns What came, or `undefined` if the call brought no text or ended.
 */
export async function readToSilence(
  kit: Kit,
  call: Call,
): Promise<Silence | undefined> {
  const { chunks } = await call.read(isTokenDelta);
  const all = [...chunks];
  // Ends with the answer: the silence of a stall comes before.
  while (all.some((chunk) => isTokenDelta(chunk))) {
    let step: Step | undefined;
    const waiting = call.next();
    waiting.then((next) => step = next);
    await kit.tasks(QUIET_TASKS);
    // Assigned in the meantime, which the compiler does not see.
    const { chunk, end } = (step ?? {}) as Partial<Step>;
    if (end !== undefined) return undefined;
    if (chunk === undefined) return { chunks: all, waiting };
    all.push(chunk);
  }
  return undefined;
}
