/**
 * What the mock provider says, where there is no key for the real one.
 *
 * @module
 */

import type { MockReply, MockRequest } from "../../../testing/mod.ts";

/**
 * Picks an answer by a word of the last question.
 *
 * @param request The request of the adapter.
 * @returns The answer.
 */
export function demoReply({ body }: MockRequest): MockReply {
  const { messages } = body as { messages: { content: string }[] };
  const question = messages.at(-1)?.content ?? "";
  for (const [word, reply] of REPLIES) {
    if (question.toLowerCase().includes(word)) return reply;
  }
  return { reasoning: REASONING, text: TEXT, ...PACE };
}

// Tokens one by one, as under way from a real provider.
const PACE = { delayMs: 40 };

const REASONING =
  "There is no key, so no model either. I can still show what an answer looks " +
  "like while it arrives, and what to try next.";

const TEXT = `This is a mock: no key, no network, and every token made up. \
What carries it is real, from the provider's events to this page.

Press Stop, or Escape, and the call ends at the provider. Reload in the middle \
of an answer, and it goes on where it was.

Ask for a tool, a failure, markup or something long to see those.`;

const REPLIES: readonly (readonly [word: string, reply: MockReply])[] = [
  ["fail", {
    status: 503,
    body: { error: { message: "Node dc7-gpu-113 is overloaded" } },
  }],
  ["markup", {
    text: 'Markup is text here: <img src="x" onerror="alert(1)">, ' +
      "<script>alert(1)</script> and [a link](javascript:alert(1)).",
    ...PACE,
  }],
  ["tool", {
    reasoning: "The weather is not for me to guess.",
    text: "Let me look at the forecast.",
    toolCalls: [{
      name: "get_forecast",
      arguments: { city: "Lisbon", days: 3, units: "metric" },
    }],
    ...PACE,
  }],
  ["long", { text: `${TEXT}\n\n`.repeat(4), delayMs: 20 }],
];
