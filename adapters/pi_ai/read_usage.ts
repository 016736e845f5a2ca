/**
 * Token counts of a response.
 *
 * @module
 */

import type { TokenUsage } from "../../message.ts";
import type { PiAiUsage } from "./pi_ai_module.ts";

/**
 * Reads token counts, which pi-ai tells apart already.
 *
 * It begins with zeros, so a zero may mean that nothing is known: input and output are
 * told where anything is, the others where they are not zero. A provider that
 * leaves what came from its cache out of the prompt makes for a negative input, one
 * that leaves thinking out of the output for more thinking than output: the part was
 * not in the whole then.
 *
 * @param usage What pi-ai counted.
 * @returns The counts, or `undefined` where there are none to trust.
 */
export function readUsage(usage: PiAiUsage): TokenUsage | undefined {
  const cacheRead = count(usage.cacheRead) ?? 0;
  const cacheWrite = count(usage.cacheWrite) ?? 0;
  const reasoning = count(usage.reasoning) ?? 0;
  const input = count(usage.input) ??
    count(usage.input + cacheRead + cacheWrite);
  const output = count(usage.output);
  if (input === undefined || output === undefined) return undefined;
  if (input + output + cacheRead + cacheWrite === 0) return undefined;
  return {
    inputTokens: input,
    outputTokens: reasoning > output ? output + reasoning : output,
    ...(cacheRead > 0 && { cacheReadTokens: cacheRead }),
    ...(cacheWrite > 0 && { cacheWriteTokens: cacheWrite }),
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
  };
}

/** The value if it can be a count: larger ones would not even add up. */
function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 &&
      value <= Number.MAX_SAFE_INTEGER
    ? value
    : undefined;
}
