/**
 * What all runs come to.
 *
 * @module
 */

import type { Verdict } from "./judge.ts";
import { drawTable, sum } from "./table.ts";

/** The end of it all. */
export interface Summary {
  /** A table, what is wrong, and a last line of counts. */
  readonly text: string;
  /** Whether all is as it should be. */
  readonly ok: boolean;
}

/** Sums up verdicts, by runtime. Nothing that passed is a failure too. */
export function summarize(
  verdicts: Readonly<Record<string, Verdict>>,
): Summary {
  const lines = ["", drawTable(verdicts), ""];
  let [passed, lacking, failed] = [0, 0, 0];
  for (const [runtime, verdict] of Object.entries(verdicts)) {
    const total = sum(verdict);
    passed += total.passed;
    lacking += total.lacking;
    failed += verdict.complaints.length;
    for (const { group, name, message } of verdict.complaints) {
      lines.push(`${runtime}, ${group}: ${name}\n    ${message}`);
    }
  }
  if (passed === 0) failed++;
  const ok = failed === 0;
  lines.push(
    `${ok ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed | ` +
      `${lacking} lacking`,
  );
  return { text: lines.join("\n"), ok };
}
