/**
 * One run of a suite, from its start to its verdict.
 *
 * @module
 */

import type { Suite } from "./case.ts";
import { judge, type Verdict } from "./judge.ts";
import type { Lacks } from "./lacks.ts";
import type { RunOptions, Runtime } from "./run/runtime.ts";
import type { ConformanceServer } from "./server/conformance_server.ts";

// A runtime may end before the last report has arrived.
const GRACE_MS = 500;

/** Options for {@linkcode runRuntime}. */
export interface RunRuntimeOptions extends RunOptions {
  /** Where the run reports to. */
  readonly server: ConformanceServer;
  /** What it should run. */
  readonly suite: Suite;
  /** Why cases do not hold there. */
  readonly lacks: Lacks | undefined;
  /** Milliseconds after which it is given up. */
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
  let ended: string;

  function later(ms: number, why: string): Promise<string> {
    return new Promise((resolve) => {
      if (!over) timers.push(setTimeout(resolve, ms, why));
    });
  }

  try {
    await using running = await runtime.start(options);
    ended = await Promise.race([
      reports.ended(run),
      running.ended.then((why) => later(GRACE_MS, why)),
      later(limitMs, `it is not over after ${limitMs} ms`),
    ]);
    over = true;
  } catch (error) {
    ended = `${error}`;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
  return judge(reports.results(run), { suite, lacks, ended });
}
