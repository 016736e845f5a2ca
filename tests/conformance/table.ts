/**
 * Verdicts for the eye.
 *
 * @module
 */

import type { Tally, Verdict } from "./judge.ts";

/** Draws one table of all verdicts, by runtime. */
export function drawTable(
  verdicts: Readonly<Record<string, Verdict>>,
): string {
  const names = Object.keys(verdicts);
  const groups = [
    ...new Set(
      Object.values(verdicts).flatMap(({ tallies }) => Object.keys(tallies)),
    ),
  ];
  const rows = [
    ["", ...names],
    ...groups.map((
      group,
    ) => [group, ...names.map((name) => cell(verdicts[name]!.tallies[group]))]),
    ["all", ...names.map((name) => cell(sum(verdicts[name]!)))],
  ];
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.map((row) => row[column]!.length))
  );
  return rows.map((row) =>
    row.map((text, column) =>
      column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!)
    ).join("  ")
  ).join("\n");
}

/** Adds up all groups of a verdict. */
export function sum({ tallies }: Verdict): Tally {
  const total = { passed: 0, lacking: 0, failed: 0 };
  for (const { passed, lacking, failed } of Object.values(tallies)) {
    total.passed += passed;
    total.lacking += lacking;
    total.failed += failed;
  }
  return total;
}

/** The passed, and beside them those that lack or fail, if there are any. */
function cell(tally: Tally | undefined): string {
  if (tally === undefined) return "-";
  const { passed, lacking, failed } = tally;
  return [
    `${passed}`,
    ...lacking > 0 ? [`-${lacking}`] : [],
    ...failed > 0 ? [`!${failed}`] : [],
  ].join(" ");
}
