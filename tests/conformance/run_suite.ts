/**
 * Runs a suite in whichever runtime this is.
 *
 * @module
 */

import type { CaseResult, ConformanceCase, Env, Suite } from "./case.ts";
import { findMissing } from "./features.ts";

const LIMIT_MS = 10_000;

/** Runs all cases of a suite, one by one, and reports what became of each. */
export async function runSuite(
  suite: Suite,
  env: Env,
  report: (result: CaseResult) => void | Promise<void>,
): Promise<void> {
  for (const [group, cases] of Object.entries(suite)) {
    for (const one of cases) {
      await report({ group, name: one.name, ...await runCase(one, env) });
    }
  }
}

/** Runs one case. */
export async function runCase(
  { needs = [], limitMs = LIMIT_MS, run }: ConformanceCase,
  env: Env,
): Promise<Pick<CaseResult, "state" | "message">> {
  const missing = findMissing(needs, env);
  if (missing !== undefined) {
    return { state: "skipped", message: `needs ${missing}` };
  }
  const before = new Set(env.unhandled.keys());
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      // What throws at once is a rejection too.
      Promise.resolve().then(() => run(env)),
      new Promise((_, reject) => {
        const late = new Error(`is not over after ${limitMs} ms`);
        timer = setTimeout(reject, limitMs, late);
      }),
    ]);
  } catch (error) {
    return { state: "failed", message: describe(error) };
  } finally {
    clearTimeout(timer);
  }
  // Some runtimes tell of rejections late, some too early and take it back.
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const [promise, reason] of env.unhandled) {
    if (before.has(promise)) continue;
    const message = `leaves behind what nobody handles: ${describe(reason)}`;
    return { state: "failed", message };
  }
  return { state: "passed" };
}

function describe(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`
    : `${error}`;
}
