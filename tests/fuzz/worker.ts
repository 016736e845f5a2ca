/**
 * Half of the fuzzer: every other seed.
 *
 * @module
 */

import { FakeTime } from "@std/testing/time";
import { type Corpus, loadCorpus } from "./corpus.ts";
import { runSeed } from "./run_seed.ts";

/** What a worker is told. */
export interface WorkerOrder {
  /** Its first seed. */
  readonly seed: number;
  /** From one of its seeds to the next. */
  readonly stride: number;
  /** How long it has, in milliseconds of real time. */
  readonly ms: number;
  /** How many runs it may take. */
  readonly runs: number;
  /** Folders of recorded responses. */
  readonly folders: readonly string[];
  /** Where it keeps the seed in hand, for when it hangs, and its runs. */
  readonly state: Int32Array;
}

/** A run that broke rules, or the end. */
export type WorkerReport =
  | { readonly seed: number; readonly rules: readonly string[] }
  | "done";

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<WorkerOrder>) => void;
  postMessage(report: WorkerReport): void;
};

scope.onmessage = ({ data }) => void work(data);

async function work(order: WorkerOrder): Promise<void> {
  const { stride, ms, runs, folders, state } = order;
  const corpus: Corpus = loadCorpus(folders);
  using time = new FakeTime(0);
  // Not faked.
  const end = performance.now() + ms;
  let { seed } = order;
  for (let k = 0; k < runs && performance.now() < end; k++, seed += stride) {
    Atomics.store(state, 0, seed);
    const rules = await runSeed(seed, { time, corpus });
    Atomics.add(state, 1, 1);
    if (rules.length > 0) scope.postMessage({ seed, rules });
  }
  scope.postMessage("done");
}
