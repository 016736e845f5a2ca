/**
 * What becomes of a call that is left early.
 *
 * @module
 */

import { isTokenDelta } from "../../message.ts";
import { continued, startCall, type Transcript } from "./_call.ts";
import { countedSignal } from "./_counted_signal.ts";
import type { Kit, OpenTrial, Rule } from "./_kit.ts";
import { describeEnd, endOf, finishOf } from "./_outcome.ts";
import { readToSilence } from "./_silence.ts";

/** The rules. */
export const LEAVING_RULES: readonly Rule[] = [
  {
    rule: "a signal aborted beforehand lets no request out",
    scenario: "text",
    check: checkAbortedBeforehand,
  },
  {
    rule: "an abort ends the call by the next task",
    scenario: "stall",
    async check(kit) {
      for (const when of ["after some text", "before anything came"] as const) {
        await abortStall(kit, when, ({ answer }) => {
          if (answer !== undefined) return;
          const expected = `an end when aborted ${when}`;
          throw kit.broken({ expected, got: "an answer that waits on" });
        });
      }
    },
  },
  {
    rule: "an aborted call ends as aborted, or throws",
    scenario: "stall",
    check: (kit) =>
      abortStall(kit, "after some text", ({ answer }) => {
        // That it ends at all is a matter of another rule.
        if (answer === undefined || mayFollowAbort(answer)) return;
        const expected = 'a finish "aborted"';
        throw kit.broken({ expected, got: describeEnd(answer) });
      }),
  },
  {
    rule: "an abort stops the provider",
    scenario: "stall",
    check: (kit) =>
      abortStall(
        kit,
        "after some text",
        ({ trial }) => checkStopped(kit, trial),
      ),
  },
  {
    rule: "a cancel stops the provider, also while a read is waiting",
    scenario: "stall",
    async check(kit) {
      for (const waiting of [false, true]) {
        const trial = await kit.open("stall");
        if (trial === undefined) return;
        const call = startCall(kit, trial);
        // That a stall is one is a matter of another rule.
        if (!waiting) await call.read(isTokenDelta);
        else if (await readToSilence(kit, call) === undefined) return;
        await kit.within(call.cancel("left"), "a cancel that settles");
        await checkStopped(kit, trial);
      }
    },
  },
  {
    rule: "a stream nobody read from leaves nothing running",
    scenario: "stall",
    async check(kit) {
      const trial = await kit.open("stall");
      if (trial === undefined) return;
      const call = startCall(kit, trial);
      await kit.within(call.cancel("left"), "a cancel that settles");
      await kit.tasks(3);
      if (trial.requests?.() !== 0) await checkStopped(kit, trial);
    },
  },
  {
    rule: "no listener stays on the signal of a call that is over",
    check: checkListeners,
  },
];

async function checkAbortedBeforehand(kit: Kit): Promise<void> {
  const trial = await kit.open("text");
  if (trial === undefined) return;
  const signal = AbortSignal.abort(new Error("Call was aborted"));
  const answer = await startCall(kit, trial, { request: { signal } }).read();
  const { scenario } = trial;
  const count = trial.requests?.() ?? 0;
  if (count > 0) {
    throw kit.broken({ scenario, expected: "no request", got: `${count}` });
  }
  if (mayFollowAbort(answer)) return;
  const expected = 'a finish "aborted"';
  throw kit.broken({ scenario, expected, got: describeEnd(answer) });
}

/** A call that was aborted. */
interface AbortedCall {
  readonly trial: OpenTrial;
  /** What it brought, if it ended by the next task. */
  readonly answer: Transcript | undefined;
  /** Counts who listens to its signal. */
  readonly listeners: () => number;
}

async function abortStall(
  kit: Kit,
  when: "after some text" | "before anything came",
  judge: (aborted: AbortedCall) => void | Promise<void>,
): Promise<void> {
  const trial = await kit.open("stall");
  if (trial === undefined) return;
  const { signal, abort, listeners } = countedSignal();
  const call = startCall(kit, trial, { request: { signal } });
  const waiting = when === "after some text"
    ? (await readToSilence(kit, call))?.waiting
    : call.next();
  // That a stall is one is a matter of another rule.
  if (waiting === undefined) return;
  let answer: Transcript | undefined;
  waiting.then((step) => continued(call, [], step))
    .then((whole) => answer = whole, () => {});
  abort(new Error("Call was aborted"));
  await kit.tasks(1);
  try {
    await judge({ trial, answer, listeners });
  } finally {
    // An adapter that breaks the rule is still waiting. Not before it is judged,
    // since a cancel must not do what the abort should have done.
    await call.cancel().catch(() => {});
  }
}

/** Whether a call ended as aborted, or left it to the runtime to say so. */
function mayFollowAbort(answer: Transcript): boolean {
  return answer.error !== undefined || finishOf(answer) === undefined ||
    endOf(answer) === "aborted";
}

async function checkStopped(kit: Kit, trial: OpenTrial): Promise<void> {
  const { stopped } = trial;
  if (stopped === undefined || await kit.until(stopped)) return;
  const got = "one that still answers";
  throw kit.broken({ expected: "a provider that has stopped", got });
}

async function checkListeners(kit: Kit): Promise<void> {
  function check(
    { scenario }: OpenTrial,
    how: string,
    listeners: () => number,
  ): void {
    const count = listeners();
    if (count === 0) return;
    const expected = `no listener ${how}`;
    throw kit.broken({ scenario, expected, got: `${count}` });
  }

  await kit.each(async (trial) => {
    const { signal, listeners } = countedSignal();
    await startCall(kit, trial, { request: { signal } }).read();
    check(trial, "after its end", listeners);
  });
  await abortStall(
    kit,
    "after some text",
    ({ trial, listeners }) => check(trial, "after an abort", listeners),
  );
  const trial = await kit.open("stall");
  if (trial === undefined) return;
  const { signal, listeners } = countedSignal();
  const call = startCall(kit, trial, { request: { signal } });
  await call.read(isTokenDelta);
  await call.cancel();
  check(trial, "after a cancel", listeners);
}
