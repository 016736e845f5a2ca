import { assertEquals } from "@std/assert";
import { readUsage } from "../../../adapters/deepseek/read_usage.ts";
import type { TokenUsage } from "../../../message.ts";

const READ: [
  rule: string,
  usage: Record<string, unknown>,
  read: TokenUsage | undefined,
][] = [
  [
    "input and output",
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    { inputTokens: 10, outputTokens: 5 },
  ],
  [
    "zeros",
    { prompt_tokens: 0, completion_tokens: 0 },
    { inputTokens: 0, outputTokens: 0 },
  ],
  [
    "cache hits out of the prompt",
    {
      prompt_tokens: 339,
      completion_tokens: 83,
      prompt_cache_hit_tokens: 320,
      prompt_cache_miss_tokens: 19,
    },
    { inputTokens: 19, outputTokens: 83, cacheReadTokens: 320 },
  ],
  [
    "cache hits under their other name",
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 4 },
    },
    { inputTokens: 6, outputTokens: 5, cacheReadTokens: 4 },
  ],
  [
    "no cache hits as known",
    { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 0 },
    { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0 },
  ],
  [
    "more cache hits than prompt as beside it",
    {
      prompt_tokens: 100,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 6552 },
    },
    { inputTokens: 100, outputTokens: 5, cacheReadTokens: 6552 },
  ],
  [
    "reasoning inside of the completion",
    {
      prompt_tokens: 1,
      completion_tokens: 78,
      completion_tokens_details: { reasoning_tokens: 64 },
    },
    { inputTokens: 1, outputTokens: 78, reasoningTokens: 64 },
  ],
  [
    "more reasoning than completion as beside it",
    {
      prompt_tokens: 307,
      completion_tokens: 26,
      completion_tokens_details: { reasoning_tokens: 227 },
    },
    { inputTokens: 307, outputTokens: 253, reasoningTokens: 227 },
  ],
  [
    "the prompt from hits and misses",
    {
      completion_tokens: 5,
      prompt_cache_hit_tokens: 3,
      prompt_cache_miss_tokens: 4,
    },
    { inputTokens: 4, outputTokens: 5, cacheReadTokens: 3 },
  ],
  [
    "a missing side from the total",
    { prompt_tokens: 10, total_tokens: 15 },
    { inputTokens: 10, outputTokens: 5 },
  ],
  ["nothing from a total alone", { total_tokens: 15 }, undefined],
  [
    "nothing from null",
    { prompt_tokens: null, completion_tokens: null },
    undefined,
  ],
  ["nothing from one side", { completion_tokens: 5 }, undefined],
  [
    "nothing from a total below its part",
    { prompt_tokens: 10, total_tokens: 0 },
    undefined,
  ],
  [
    "nothing from negative numbers",
    { prompt_tokens: -1, completion_tokens: 5 },
    undefined,
  ],
  [
    "nothing from what is no number",
    { prompt_tokens: "10", completion_tokens: NaN },
    undefined,
  ],
  [
    "nothing from numbers too large to add",
    { prompt_tokens: 1e308, completion_tokens: 5 },
    undefined,
  ],
  [
    "no details from numbers that cannot be",
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_cache_hit_tokens: -3,
      completion_tokens_details: { reasoning_tokens: Infinity },
    },
    { inputTokens: 10, outputTokens: 5 },
  ],
];
for (const [rule, usage, expected] of READ) {
  Deno.test(`readUsage() reads ${rule}`, () => {
    assertEquals(readUsage(usage), expected);
  });
}
