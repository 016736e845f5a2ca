/**
 * What runs report while they are under way.
 *
 * @module
 */

import type { CaseResult } from "../case.ts";

/** What a run sends: what became of a case, or how the run ended. */
export type Report = CaseResult | { readonly ended: string };

/** Reports by run. */
export interface Reports {
  /** Takes a report. */
  add(run: string, report: Report): void;
  /** What became of cases so far. */
  results(run: string): readonly CaseResult[];
  /** Resolves once a run has ended, to why if that was not the end of its suite. */
  ended(run: string): Promise<string>;
}

/** Makes a place for reports. */
export function createReports(): Reports {
  const runs = new Map<
    string,
    { results: CaseResult[]; ended: PromiseWithResolvers<string> }
  >();

  function runOf(name: string) {
    let run = runs.get(name);
    if (run === undefined) {
      run = { results: [], ended: Promise.withResolvers() };
      runs.set(name, run);
    }
    return run;
  }

  return {
    add(name, report) {
      const { results, ended } = runOf(name);
      if ("ended" in report) ended.resolve(report.ended);
      else results.push(report);
    },
    results: (name) => runOf(name).results,
    ended: (name) => runOf(name).ended.promise,
  };
}
