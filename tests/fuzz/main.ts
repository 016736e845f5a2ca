// deno-lint-ignore-file no-console
/**
 * Looks for rules of the module that some input breaks.
 *
 * Run with `deno task fuzz --minutes 5`, or `--runs 1000`. A seed stands for all
 * that is left to chance in one run, with the same recordings: `--from` gives the
 * first, `--seed` repeats a single one. Exits with 1 if any rule was broken.
 *
 * @module
 */

import { FakeTime } from "@std/testing/time";
import { parseArgs } from "node:util";
import { loadCorpus } from "./corpus.ts";
import { runSeed } from "./run_seed.ts";
import type { WorkerOrder, WorkerReport } from "./worker.ts";

const WORKERS = 2;
const MINUTE = 60_000;
// Far longer than any run takes: it loops.
const HANG_MS = 30_000;
const MAX_TOLD = 50;

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    runs: { type: "string" },
    seed: { type: "string" },
    from: { type: "string" },
  },
});

/** The synthetic recordings, and others where there are any. */
function recordingFolders(): string[] {
  const own = new URL("../recordings", import.meta.url).pathname;
  const others = Deno.env.get("RECORDINGS");
  return others ? [own, others] : [own];
}

function numberOf(name: keyof typeof values, otherwise: number): number {
  const text = values[name];
  const number = text === undefined ? otherwise : Number(text);
  if (!(number >= 0)) throw new RangeError(`Cannot use "--${name}": ${text}`);
  return number;
}

function tell(seed: number, rules: readonly string[]): void {
  for (const rule of rules) console.log(`seed ${seed} breaks: ${rule}`);
}

async function replay(seed: number): Promise<boolean> {
  const corpus = loadCorpus(recordingFolders());
  using time = new FakeTime(0);
  const rules = await runSeed(seed, { time, corpus });
  tell(seed, rules);
  console.log(`seed ${seed}: ${rules.length} rules broken`);
  return rules.length === 0;
}

/** What all workers have done. */
interface Tally {
  readonly first: number;
  readonly states: readonly Int32Array[];
  broken: number;
}

function print({ first, states, broken }: Tally): void {
  const runs = states.reduce((sum, state) => sum + Atomics.load(state, 1), 0);
  const last = Math.max(...states.map((state) => Atomics.load(state, 0)));
  console.log(`${runs} runs, seeds ${first} to ${last}, ${broken} broken`);
}

/** Runs one worker. Settles when it is done or hangs. */
function start(order: WorkerOrder, tally: Tally): Promise<void> {
  const { state } = order;
  const url = new URL("./worker.ts", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  return new Promise((resolve, reject) => {
    let seed = -1;
    const watch = setInterval(() => {
      const now = Atomics.load(state, 0);
      if (now !== seed) return void (seed = now);
      tally.broken++;
      tell(seed, [`an end within ${HANG_MS} ms of real time`]);
      stop();
    }, HANG_MS);

    function stop(): void {
      clearInterval(watch);
      worker.terminate();
      resolve();
    }

    worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => {
      if (data === "done") return stop();
      if (++tally.broken <= MAX_TOLD) tell(data.seed, data.rules);
    };
    worker.onerror = (event) => {
      clearInterval(watch);
      reject(new Error(`${event.message} with seed ${Atomics.load(state, 0)}`));
    };
    worker.postMessage(order);
  });
}

async function fuzz(): Promise<boolean> {
  const runs = numberOf("runs", Infinity);
  const minutes = numberOf("minutes", runs === Infinity ? 1 : Infinity);
  // Seeds are kept in 32 bits.
  const first = numberOf("from", Date.now() % 2 ** 30);
  const states = Array.from(
    { length: WORKERS },
    () => new Int32Array(new SharedArrayBuffer(8)),
  );
  const tally: Tally = { first, states, broken: 0 };
  const everyMinute = setInterval(() => print(tally), MINUTE);
  await Promise.all(states.map((state, k) =>
    start({
      seed: first + k,
      stride: WORKERS,
      ms: minutes * MINUTE,
      runs: Math.ceil((runs - k) / WORKERS),
      folders: recordingFolders(),
      state,
    }, tally)
  ));
  clearInterval(everyMinute);
  print(tally);
  return tally.broken === 0;
}

const sound = values.seed === undefined
  ? await fuzz()
  : await replay(numberOf("seed", 0));
if (!sound) Deno.exit(1);
