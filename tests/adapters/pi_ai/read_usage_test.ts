import { assertEquals } from "@std/assert";
import { readUsage } from "../../../adapters/pi_ai/read_usage.ts";
import type { TokenUsage } from "../../../message.ts";
import { usage } from "./_fake.ts";

const CASES: readonly [
  string,
  Parameters<typeof usage>,
  TokenUsage | undefined,
][] = [
  ["tells input and output", [3, 2], { inputTokens: 3, outputTokens: 2 }],
  ["tells what came from the cache and went to it", [3, 2, {
    cacheRead: 4,
    cacheWrite: 5,
  }], {
    inputTokens: 3,
    outputTokens: 2,
    cacheReadTokens: 4,
    cacheWriteTokens: 5,
  }],
  ["tells thinking, which is in the output", [3, 9, { reasoning: 7 }], {
    inputTokens: 3,
    outputTokens: 9,
    reasoningTokens: 7,
  }],
  ["adds thinking that is not in the output", [3, 2, { reasoning: 7 }], {
    inputTokens: 3,
    outputTokens: 9,
    reasoningTokens: 7,
  }],
  ["takes a prompt for what it is that leaves the cache out", [-6, 2, {
    cacheRead: 10,
  }], { inputTokens: 4, outputTokens: 2, cacheReadTokens: 10 }],
  ["tells no zero that may mean unknown", [1, 0, { reasoning: 0 }], {
    inputTokens: 1,
    outputTokens: 0,
  }],
  ["knows nothing of zeros", [0, 0], undefined],
  ["knows nothing of an input that is no number", [NaN, 2], undefined],
  ["knows nothing of an output that is no number", [3, NaN], undefined],
  ["knows nothing of a negative output", [3, -1], undefined],
  ["knows nothing of a count beyond counting", [3, Infinity], undefined],
  ["leaves out a part that is no number", [3, 2, { cacheRead: NaN }], {
    inputTokens: 3,
    outputTokens: 2,
  }],
];

for (const [name, counts, expected] of CASES) {
  Deno.test(`readUsage() ${name}`, () => {
    assertEquals(readUsage(usage(...counts)), expected);
  });
}
