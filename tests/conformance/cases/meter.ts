/** Counting tokens without a tokenizer. @module */

import { createUserMessage } from "@dsh/llm";
import { estimateTokens, foldUsage, TokenMeter } from "@dsh/llm/meter";
import { Session } from "@dsh/llm/session";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { check, equal } from "../check.ts";
import { runtimeOf } from "../kit.ts";

// What Deno estimates. Engines differ in what they know of Unicode.
const ESTIMATES: Readonly<Record<string, number>> = {
  "The quick brown fox jumps over the lazy dog.": 10,
  "Größenänderung über Nacht": 8,
  "Быстрая лисица": 4,
  "素早い茶色の狐が飛び越える": 10,
  "빠른 갈색 여우": 6,
  "नमस्ते दुनिया": 4,
  "السلام عليكم": 4,
  "😀👩‍👩‍👧‍👦🇵🇹": 18,
  "const a = { b: [1, 2, 3] };\n": 14,
  "1234567890 3.14159": 8,
};

async function measured() {
  const chunks = textChunks("Very deep.", {
    usage: { inputTokens: 40, outputTokens: 3 },
  });
  const runtime = runtimeOf(scriptedAdapter([chunks]));
  const session = await Session.create({ runtime });
  await session.append(createUserMessage({ content: "How deep is the lake?" }));
  await session.request({ config: { provider: "p", model: "m" } }).result;
  return session;
}

/** Cases of the meter. */
export const METER: readonly ConformanceCase[] = [
  ...Object.entries(ESTIMATES).map(([text, tokens]) => ({
    name: `estimateTokens() is the same for ${JSON.stringify(text)}`,
    run: () => equal(estimateTokens(text), tokens),
  })),
  {
    name: "a meter goes by what the provider counted",
    async run() {
      const { baseline, totalTokens } = new TokenMeter().measure(
        await measured(),
      );

      equal(baseline, "usage");
      check(totalTokens >= 43, `the total is ${totalTokens}`);
    },
  },
  {
    name: "usage of a log adds up",
    async run() {
      const session = await measured();

      const { usage } = foldUsage([...session.eventsFrom(1)]);

      equal([usage.inputTokens, usage.outputTokens], [40, 3]);
    },
  },
];
