/**
 * Token counts of a response.
 *
 * @module
 */

import type { TokenUsage } from "../../message.ts";
import { isRecord, type JsonRecord } from "../../runtime/json_record.ts";

/**
 * Reads token counts into the disjoint ones of this module.
 *
 * On the wire the prompt includes what came from the cache, and the completion
 * includes reasoning. Some servers leave the part out of the whole instead, which
 * shows when the part is the larger one: then the counts are disjoint already.
 *
 * @param usage What the server sent.
 * @returns The counts, or `undefined` when input or output is not known.
 */
export function readUsage(usage: JsonRecord): TokenUsage | undefined {
  const prompts = isRecord(usage.prompt_tokens_details)
    ? usage.prompt_tokens_details
    : {};
  const completions = isRecord(usage.completion_tokens_details)
    ? usage.completion_tokens_details
    : {};
  const total = count(usage.total_tokens);
  const cached = count(usage.prompt_cache_hit_tokens) ??
    count(prompts.cached_tokens);
  const missed = count(usage.prompt_cache_miss_tokens);
  const completed = count(usage.completion_tokens);
  const prompt = count(usage.prompt_tokens) ?? sum(cached, missed) ??
    difference(total, completed);
  const completion = completed ?? difference(total, count(usage.prompt_tokens));
  if (prompt === undefined || completion === undefined) return undefined;

  const reasoning = count(completions.reasoning_tokens);
  return {
    inputTokens: cached !== undefined && cached <= prompt
      ? prompt - cached
      : prompt,
    outputTokens: reasoning !== undefined && reasoning > completion
      ? completion + reasoning
      : completion,
    ...(cached !== undefined && { cacheReadTokens: cached }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
  };
}

/** The value if it can be a count: larger ones would not even add up. */
function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 &&
      value <= Number.MAX_SAFE_INTEGER
    ? value
    : undefined;
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

function difference(
  whole: number | undefined,
  part: number | undefined,
): number | undefined {
  return whole === undefined || part === undefined
    ? undefined
    : count(whole - part);
}
