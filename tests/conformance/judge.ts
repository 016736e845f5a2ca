/**
 * Holds what a run has reported against what it should have.
 *
 * @module
 */

import type { CaseResult, Suite } from "./case.ts";
import type { Lack, Lacks } from "./lacks.ts";
import { PLANTED_GROUP } from "./suite.ts";

/** Something to say of a case. */
export interface Remark {
  /** What the case is about. */
  readonly group: string;
  /** The case. */
  readonly name: string;
  /** What is wrong with it, or why it does not hold. */
  readonly message: string;
}

/** How many cases of a group went which way. */
export interface Tally {
  readonly passed: number;
  /** Known not to hold. */
  readonly lacking: number;
  readonly failed: number;
}

/** The verdict on a run. */
export interface Verdict {
  /** By group. */
  readonly tallies: Readonly<Record<string, Tally>>;
  /** What is wrong: with cases in the order of the suite, and with the run. */
  readonly complaints: readonly Remark[];
  /** What is known not to hold, and does not. */
  readonly lacking: readonly Remark[];
}

/** Options for {@linkcode judge}. */
export interface JudgeOptions {
  /** Everything that should have run. */
  readonly suite: Suite;
  /** Why cases do not hold in this runtime, by name. */
  readonly lacks?: Lacks | undefined;
  /** Why the run was over early, if it was. */
  readonly ended?: string | undefined;
}

/**
 * Judges a run. A case has to have passed, or else to be known not to hold here and
 * to show it the way it is known to, and those that must fail have to have failed.
 */
export function judge(
  results: readonly CaseResult[],
  { suite, lacks = {}, ended = "" }: JudgeOptions,
): Verdict {
  const complaints: Remark[] = [];
  const lacking: Remark[] = [];
  const tallies: Record<string, Tally> = {};
  const strangers = new Set(results);

  for (const [group, cases] of Object.entries(suite)) {
    const tally = { passed: 0, lacking: 0, failed: 0 };
    tallies[group] = tally;
    for (const { name } of cases) {
      const found = results.filter((result) =>
        result.group === group && result.name === name
      );
      for (const result of found) strangers.delete(result);
      const lack = lacks[name];
      const message = findFault(found, { group, lack });
      if (message !== undefined) {
        tally.failed++;
        complaints.push({ group, name, message });
      } else if (lack !== undefined) {
        tally.lacking++;
        lacking.push({ group, name, message: lack.why });
      } else tally.passed++;
    }
  }
  for (const { group, name } of strangers) {
    const message = "is reported, but there is no such case";
    complaints.push({ group, name, message });
  }
  const names = new Set(Object.values(suite).flat().map(({ name }) => name));
  for (const name of Object.keys(lacks)) {
    if (names.has(name)) continue;
    const message = "is said not to hold, but there is no such case";
    complaints.push({ group: "lacks", name, message });
  }
  if (ended !== "") {
    complaints.push({ group: "run", name: "was over early", message: ended });
  }
  return { tallies, complaints, lacking };
}

function findFault(
  [result, ...more]: readonly CaseResult[],
  { group, lack }: { group: string; lack: Lack | undefined },
): string | undefined {
  if (result === undefined) return "did not run";
  if (more.length > 0) return `is reported ${more.length + 1} times`;
  const { state, message = "" } = result;
  const planted = group === PLANTED_GROUP;
  const holds = state === (planted ? "failed" : "passed");
  if (lack === undefined) {
    if (holds) return undefined;
    return planted ? `must fail, and has ${state}` : `${state}: ${message}`;
  }
  if (holds) return `${state}, though it is said not to: ${lack.why}`;
  return message.includes(lack.shows)
    ? undefined
    : `${state} for another reason than "${lack.why}": ${message}`;
}
