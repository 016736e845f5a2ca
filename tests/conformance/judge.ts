/**
 * Holds what a run has reported against what it should have.
 *
 * @module
 */

import type { CaseResult, Suite } from "./case.ts";
import { PLANTED_GROUP } from "./suite.ts";

/** Something that is not as it should be. */
export interface Complaint {
  /** What the case is about. */
  readonly group: string;
  /** The case. */
  readonly name: string;
  /** What is wrong. */
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
  /** What is wrong, in the order of the suite. */
  readonly complaints: readonly Complaint[];
}

/** Options for {@linkcode judge}. */
export interface JudgeOptions {
  /** Everything that should have run. */
  readonly suite: Suite;
  /** Why cases do not hold in this runtime, by name. */
  readonly lacks?: Readonly<Record<string, string>> | undefined;
  /** Why the run was over early, if it was. */
  readonly ended?: string | undefined;
}

/**
 * Judges a run. A case has to have passed, or else to be known not to hold here,
 * and those that must fail have to have failed.
 */
export function judge(
  results: readonly CaseResult[],
  { suite, lacks = {}, ended = "" }: JudgeOptions,
): Verdict {
  const complaints: Complaint[] = [];
  const tallies: Record<string, Tally> = {};
  const names = new Set<string>();

  for (const [group, cases] of Object.entries(suite)) {
    const tally = { passed: 0, lacking: 0, failed: 0 };
    tallies[group] = tally;
    for (const { name } of cases) {
      names.add(name);
      const result = results.find((result) =>
        result.group === group && result.name === name
      );
      const message = findFault(result, {
        group,
        why: lacks[name],
        ended,
      });
      if (message !== undefined) {
        tally.failed++;
        complaints.push({ group, name, message });
      } else if (lacks[name] !== undefined) tally.lacking++;
      else tally.passed++;
    }
  }
  for (const name of Object.keys(lacks)) {
    if (names.has(name)) continue;
    const message = "is said not to hold, but there is no such case";
    complaints.push({ group: "lacks", name, message });
  }
  return { tallies, complaints };
}

function findFault(
  result: CaseResult | undefined,
  { group, why, ended }: {
    group: string;
    why: string | undefined;
    ended: string;
  },
): string | undefined {
  if (result === undefined) return `did not run${ended && `: ${ended}`}`;
  const { state, message = "" } = result;
  if (group === PLANTED_GROUP) {
    return state === "failed" ? undefined : `must fail, and has ${state}`;
  }
  if (why !== undefined) {
    return state === "passed"
      ? `passes, though it is said not to: ${why}`
      : undefined;
  }
  return state === "passed" ? undefined : `${state}: ${message}`;
}
