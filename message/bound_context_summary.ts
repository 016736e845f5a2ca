/**
 * The bound on a notice's summary.
 *
 * @module
 */

import { refuse, text } from "./find_fault.ts";

const MAX_UNITS = 120;

/**
 * Cuts a summary to what fits on one line: 120 UTF-16 units, an ellipsis last.
 *
 * A character made of two units is never cut in half: it goes as a whole.
 *
 * @example Usage
 * ```ts
 * import { boundContextSummary } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * equal(boundContextSummary("Build passed"), "Build passed");
 * equal(boundContextSummary("x".repeat(200)), "x".repeat(119) + "…");
 * ```
 *
 * @param summary The summary.
 * @returns The summary itself if it fits, else its beginning and `…`.
 * @throws {TypeError} If `summary` is not a string.
 */
export function boundContextSummary(summary: string): string {
  refuse(text(summary, "summary"), "bound summary");
  if (summary.length <= MAX_UNITS) return summary;
  // Only a whole pair yields a code point beyond 16 bits.
  const splitsPair = summary.codePointAt(MAX_UNITS - 2)! > 0xffff;
  return `${summary.slice(0, MAX_UNITS - (splitsPair ? 2 : 1))}…`;
}
