/**
 * What all runs come to.
 *
 * @module
 */

import type { Remark, Verdict } from "./judge.ts";
import { drawTable, sum } from "./table.ts";

/** The end of it all. */
export interface Summary {
  /** A table, what is lacking, what is wrong, and a last line of counts. */
  readonly text: string;
  /** Whether all is as it should be. */
  readonly ok: boolean;
}

/** Sums up verdicts, by runtime. Nothing that passed is a failure too. */
export function summarize(
  verdicts: Readonly<Record<string, Verdict>>,
): Summary {
  const lines = ["", drawTable(verdicts), ""];
  const wrong: string[] = [];
  let [passed, lacking, failed] = [0, 0, 0];
  for (const [runtime, verdict] of Object.entries(verdicts)) {
    const total = sum(verdict);
    passed += total.passed;
    lacking += total.lacking;
    failed += verdict.complaints.length;
    lines.push(...write(verdict.lacking, `${runtime} lacks`));
    wrong.push(...write(verdict.complaints, runtime));
  }
  lines.push(...wrong);
  if (passed === 0) failed++;
  const ok = failed === 0;
  lines.push(
    `${ok ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed | ` +
      `${lacking} lacking`,
  );
  return { text: lines.join("\n"), ok };
}

/** Writes remarks. What several in a row have to say is said behind the last. */
function write(remarks: readonly Remark[], title: string): string[] {
  return remarks.flatMap(({ group, name, message }, position) => {
    const same = message === remarks[position + 1]?.message;
    return [
      `${title}, ${group}: ${name}`,
      ...same ? [] : [`    ${message}`],
    ];
  });
}
