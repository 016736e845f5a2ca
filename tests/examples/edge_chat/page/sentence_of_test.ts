import { assertEquals } from "@std/assert";
import { sentenceOf } from "../../../../examples/edge_chat/page/sentence_of.ts";
import { type FinishReason, LlmError } from "../../../../mod.ts";

const { failure } = new LlmError("Cannot answer: overloaded", "SERVER");
const { failure: gone } = new LlmError("Cannot read response", "HTTP_404", {
  status: 404,
});

const ENDS: [reason: FinishReason, sentence: string | undefined][] = [
  [{ kind: "stop" }, undefined],
  [{ kind: "tool-calls" }, undefined],
  [{ kind: "max-tokens" }, "The answer has reached its greatest length."],
  [{ kind: "aborted", failure }, "Stopped."],
  [{ kind: "error", failure }, "Cannot answer: overloaded."],
  [{ kind: "error", failure: gone }, "The answer is no longer there."],
  [
    { kind: "paused" } as unknown as FinishReason,
    "The answer ended for a reason unknown here.",
  ],
];

for (const [reason, sentence] of ENDS) {
  Deno.test(`sentenceOf() says of ${JSON.stringify(reason)}: ${sentence}`, () => {
    assertEquals(sentenceOf(reason), sentence);
  });
}
