/**
 * What an answer took, for people.
 *
 * @module
 */

import type { TokenUsage } from "../../../message.ts";

/** What is known of an answer. */
export interface AnswerFacts {
  /** Milliseconds from the question to the first token. */
  readonly firstTokenMs: number | undefined;
  /** What it used. */
  readonly usage: TokenUsage | undefined;
}

/**
 * Says in one line what an answer took.
 *
 * @param facts What is known.
 * @returns The line. Empty where nothing is known.
 */
export function factsOf({ firstTokenMs, usage }: AnswerFacts): string {
  const facts: string[] = [];
  if (firstTokenMs !== undefined) {
    facts.push(`first token after ${(firstTokenMs / 1_000).toFixed(2)} s`);
  }
  if (usage !== undefined) {
    const { inputTokens, outputTokens, reasoningTokens = 0 } = usage;
    const cached = usage.cacheReadTokens ?? 0;
    const input = inputTokens + cached + (usage.cacheWriteTokens ?? 0);
    facts.push(
      `${tokens(input)} in${cached > 0 ? `, ${cached} of them cached` : ""}`,
      `${tokens(outputTokens)} out` +
        (reasoningTokens > 0 ? `, ${reasoningTokens} of them reasoning` : ""),
    );
  }
  const line = facts.join(" · ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function tokens(count: number): string {
  return `${count} ${count === 1 ? "token" : "tokens"}`;
}
