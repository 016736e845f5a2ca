/**
 * One run of a suite, from its start to its verdict.
 *
 * @module
 */

import type { Suite } from "./case.ts";
import { judge, type Verdict } from "./judge.ts";
import type { Lacks } from "./lacks.ts";
import type { Run, RunOptions, Runtime } from "./run/runtime.ts";
import type { ConformanceServer } from "./server/conformance_server.ts";

// A runtime may end before the last report has arrived.
const GRACE_MS = 500;

/** Options for {@linkcode runRuntime}. */
export interface RunRuntimeOptions extends RunOptions {
  /** Where the run reports to. */
  readonly server: ConformanceServer;
  /** What it should run. */
  readonly suite: Suite;
  /** What does not hold there. */
  readonly lacks: Lacks | undefined;
  /** Milliseconds after which it is given up, whether it has started or not. */
  readonly limitMs: number;
}

/** Runs the suite in a runtime. Whatever goes wrong is part of the verdict. */
export async function runRuntime(
  runtime: Runtime,
  { server, suite, lacks, limitMs, ...options }: RunRuntimeOptions,
): Promise<Verdict> {
  const { reports } = server;
  const { run } = options;
  const timers: ReturnType<typeof setTimeout>[] = [];
  let over = false;
  let started = false;

  function later(ms: number, why: string): Promise<string> {
    return new Promise((resolve) => {
      if (!over) timers.push(setTimeout(resolve, ms, why));
    });
  }

  async function follow(starting: Promise<Run>): Promise<string> {
    const running = await starting;
    started = true;
    return await Promise.race([
      reports.ended(run),
      running.ended.then((why) => later(GRACE_MS, why)),
    ]);
  }

  const starting = runtime.start(options);
  const ended = await Promise.race([
    follow(starting).catch(String),
    later(limitMs, `it is not over after ${limitMs} ms`),
  ]);
  over = true;
  for (const timer of timers) clearTimeout(timer);
  const ending = starting
    .then((running) => running[Symbol.asyncDispose]())
    .catch(() => {});
  // What hangs before it has started is not waited for.
  if (started) await ending;
  return judge(reports.results(run), { suite, lacks, ended });
}
