/**
 * How long adapters wait.
 *
 * @module
 */

import { isTokenDelta } from "../../message.ts";
import { TIMEOUT_CODE } from "../../runtime/codes.ts";
import {
  continued,
  readCall,
  startCall,
  type Step,
  type Transcript,
} from "./_call.ts";
import type { Fault, Kit, OpenTrial, Rule } from "./_kit.ts";
import { describeEnd, endOf, failureIn } from "./_outcome.ts";
import { readToSilence } from "./_silence.ts";
import type { AdapterScenario, FakedTime } from "./adapter_subject.ts";

/** The rules of adapters that bound a silence. */
export const STALL_RULES: readonly Rule[] = [
  {
    rule: "a silent provider ends the call, and is stopped",
    scenario: "stall",
    async check(kit) {
      const trial = await kit.open("stall");
      if (trial === undefined) return;
      const answer = await inTime(kit, (time) => readStall(kit, trial, time));
      if (answer === undefined) return;
      if (failureIn(answer)?.code !== TIMEOUT_CODE) {
        const expected = `a failure of code "${TIMEOUT_CODE}"`;
        throw kit.broken({ expected, got: describeEnd(answer) });
      }
      if (!trial.stopped || await kit.until(trial.stopped)) return;
      const got = "one that still answers";
      throw kit.broken({ expected: "a provider that has stopped", got });
    },
  },
];

/** The rules of time that can be faked. */
export const FAKED_TIME_RULES: readonly Rule[] = [
  {
    rule: "a slow reader is no silent provider",
    scenario: "text",
    async check(kit) {
      const trial = await kit.open("text");
      if (trial === undefined) return;
      const limit = limitOf(kit);
      const answer = await inTime(kit, async (time) => {
        const call = startCall(kit, trial);
        await call.read(isTokenDelta);
        await kit.tasks(2);
        await time?.advance(limit === Infinity ? 86_400_000 : 2 * limit);
        return call.read();
      });
      if (endOf(answer) === "stop") return;
      throw kit.broken({
        scenario: "text",
        expected: 'a finish "stop" for a reader that paused',
        got: describeEnd(answer),
      });
    },
  },
  {
    rule: "no timer outlives its call",
    async check(kit) {
      const fault = await inTime(kit, (time) => findTimer(kit, time));
      if (fault !== undefined) throw kit.broken(fault);
    },
  },
];

function limitOf({ subject }: Kit): number {
  return subject.stallMs ?? 300_000;
}

/** Runs in faked time, or in real time where there is no other. */
async function inTime<T>(
  { subject }: Kit,
  run: (time: FakedTime | undefined) => Promise<T>,
): Promise<T> {
  const time = subject.fakeTime?.();
  try {
    return await run(time);
  } finally {
    time?.restore();
  }
}

/** Reads a stall to the end the adapter gives it. */
async function readStall(
  kit: Kit,
  trial: OpenTrial,
  time: FakedTime | undefined,
): Promise<Transcript | undefined> {
  const call = startCall(kit, trial);
  const silence = await readToSilence(kit, call);
  // That a stall is one is a matter of another rule.
  if (silence === undefined) return undefined;
  const { chunks, waiting } = silence;
  let step: Step | undefined;
  waiting.then((next) => step = next);
  await (time ? time.advance(limitOf(kit)) : kit.pause(limitOf(kit)));
  await kit.until(() => step !== undefined);
  if (step === undefined) {
    await call.cancel();
    const expected = `an end after ${limitOf(kit)} ms of silence`;
    throw kit.broken({ expected, got: "an answer that waits on" });
  }
  return continued(call, chunks, step);
}

async function findTimer(
  kit: Kit,
  time: FakedTime | undefined,
): Promise<Fault | undefined> {
  const expected = "no timer";
  let fault: Fault | undefined;
  async function look(scenario: AdapterScenario, how: string): Promise<void> {
    await kit.tasks(1);
    if (time?.pending?.()) fault ??= { scenario, expected, got: `one ${how}` };
  }

  await kit.each(async (trial) => {
    await readCall(kit, trial);
    await look(trial.scenario, "after its end");
  });
  for (const leave of ["cancel", "abort"] as const) {
    const trial = await kit.open("stall");
    if (trial === undefined) break;
    const left = new AbortController();
    const { signal } = left;
    const call = startCall(kit, trial, { request: { signal } });
    await readToSilence(kit, call);
    if (leave === "cancel") await call.cancel();
    else left.abort(new Error("Call was aborted"));
    await look("stall", `after ${leave === "cancel" ? "a" : "an"} ${leave}`);
  }
  return fault;
}
