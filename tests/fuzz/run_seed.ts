/**
 * One run of the fuzzer.
 *
 * @module
 */

import type { FakeTime } from "@std/testing/time";
import { adapterScenario } from "./adapter_scenario.ts";
import { errorChain } from "../../mod.ts";
import type { Corpus } from "./corpus.ts";
import { settle } from "./drive.ts";
import { createRandom } from "./random.ts";
import { responseScenario } from "./response_scenario.ts";
import type { Scenario } from "./scenario.ts";
import { wireScenario } from "./wire_scenario.ts";

// As often as there is to find in each.
const SCENARIOS: readonly Scenario[] = [
  responseScenario,
  responseScenario,
  adapterScenario,
  wireScenario,
];

/** What all runs share. */
export interface RunOptions {
  /** Time, faked. */
  readonly time: FakeTime;
  /** Recorded responses. */
  readonly corpus: Corpus;
}

/**
 * Runs what a seed stands for.
 *
 * @param seed Decides everything.
 * @param options What all runs share.
 * @returns The rules that were broken.
 */
export async function runSeed(
  seed: number,
  { time, corpus }: RunOptions,
): Promise<string[]> {
  const random = createRandom(seed);
  const rules = new Set<string>();
  const broken = (rule: string) => void rules.add(rule);
  const scenario = random.pick(SCENARIOS);

  function unhandled(event: PromiseRejectionEvent): void {
    event.preventDefault();
    if (isOfPlatform(event.reason)) return;
    broken(`no unhandled rejection: ${errorChain(event.reason)}`);
  }

  globalThis.addEventListener("unhandledrejection", unhandled);
  try {
    await scenario({ random, time, corpus, broken });
    await settle();
  } catch (error) {
    const told = error instanceof Error ? error.stack ?? error.message : "";
    broken(`no error in the run itself: ${told}`);
  } finally {
    globalThis.removeEventListener("unhandledrejection", unhandled);
  }
  return [...rules];
}

/** Deno's own streams trip over what a stream fails with if it has traps. */
function isOfPlatform(reason: unknown): boolean {
  return reason instanceof Error &&
    /rethrowAssertionErrorRejection \(ext:/.test(reason.stack ?? "");
}
