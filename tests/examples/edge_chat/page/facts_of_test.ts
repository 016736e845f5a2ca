import { assertEquals } from "@std/assert";
import { factsOf } from "../../../../examples/edge_chat/page/facts_of.ts";

Deno.test("factsOf() says when an answer began, and what it took", () => {
  const facts = factsOf({
    firstTokenMs: 415,
    usage: {
      inputTokens: 20,
      cacheReadTokens: 190,
      cacheWriteTokens: 2,
      outputTokens: 96,
      reasoningTokens: 41,
    },
  });

  assertEquals(
    facts,
    "First token after 0.41 s · 212 tokens in, 190 of them cached · " +
      "96 tokens out, 41 of them reasoning",
  );
});

Deno.test("factsOf() leaves caches and reasoning out where there are none", () => {
  const usage = { inputTokens: 1, outputTokens: 2 };

  const facts = factsOf({ firstTokenMs: undefined, usage });

  assertEquals(facts, "1 token in · 2 tokens out");
});

Deno.test("factsOf() says nothing where nothing is known", () => {
  const facts = factsOf({ firstTokenMs: undefined, usage: undefined });

  assertEquals(facts, "");
});
