/**
 * What a prompt took.
 *
 * @module
 */

import type { TokenUsage } from "../../message.ts";

/** Adds up the tokens a provider counted of what it was sent. */
export function promptTokensOf(
  { inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }: TokenUsage,
): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens;
}
