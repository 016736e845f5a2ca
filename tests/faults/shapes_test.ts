// Faults in the shape of payloads.
import { assertEquals } from "@std/assert";
import { DeepSeekAdapter } from "../../adapters/deepseek/mod.ts";
import { assemble, llmResponseOf, LlmRuntime } from "../../mod.ts";
import { testFaults } from "./_fault.ts";
import { answer, call, delta, end, events, text } from "./_wire.ts";

const hello = text("Hello");
const stop = end("stop");
const greeted = ["text: Hello", "stop"];
const several = ["SEVERAL_CHOICES"];

/** A payload with one choice of an index. */
function choice(index: unknown, content: string, reason?: string): unknown {
  return {
    choices: [{ index, delta: { content }, finish_reason: reason ?? null }],
  };
}

testFaults([
  // Choices.
  ...[null, [], {}, "x", 0, [null], ["x"], [[]], [{}]].map((choices) => ({
    fault: `choices that are ${JSON.stringify(choices)}`,
    body: answer(hello, { choices, usage: null }, stop),
    comes: greeted,
  })),
  {
    fault: "a first payload without choices",
    body: answer(
      { choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
      hello,
      stop,
    ),
    comes: greeted,
  },
  {
    fault: "a payload without choices at all",
    body: answer({ id: "r1" }, hello, {}, stop),
    comes: greeted,
  },
  // Decided: only the choice that came first is read.
  {
    fault: "two choices whose parts mix",
    body: answer(
      choice(0, "A"),
      choice(1, "B"),
      choice(0, "a", "stop"),
      choice(1, "b", "length"),
    ),
    comes: ["text: Aa", "stop"],
    reports: several,
  },
  {
    fault: "two choices in one payload",
    body: answer({
      choices: [
        { index: 0, delta: { content: "A" }, finish_reason: "stop" },
        { index: 1, delta: { content: "B" }, finish_reason: "length" },
      ],
    }),
    comes: ["text: A", "stop"],
    reports: several,
  },
  {
    fault: "a choice that is not the first and came first",
    body: answer(
      choice(1, "B"),
      choice(0, "A", "length"),
      choice(1, "b", "stop"),
    ),
    comes: ["text: Bb", "stop"],
    reports: several,
  },
  {
    fault: "a choice that ends before the other, which is read",
    body: answer(
      choice(0, "A"),
      choice(1, "B", "length"),
      choice(0, "a", "stop"),
    ),
    comes: ["text: Aa", "stop"],
    reports: several,
  },
  ...[undefined, null, "0"].map((index) => ({
    fault: `a choice whose index is ${JSON.stringify(index) ?? "absent"}`,
    body: answer(choice(index, "Hello"), choice(0, "", "stop")),
    comes: greeted,
  })),

  // Deltas.
  ...[null, [], "x", 5, undefined].map((odd) => ({
    fault: `a delta that is ${JSON.stringify(odd) ?? "absent"}`,
    body: answer(hello, delta(odd), stop),
    comes: greeted,
  })),
  ...["", "model", "tool", null, 5, {}].map((role) => ({
    fault: `the role ${JSON.stringify(role)}`,
    body: answer(delta({ role, content: "Hello" }), stop),
    comes: greeted,
  })),
  {
    fault: "a role in every payload",
    body: answer(
      delta({ role: "assistant", content: "Hel" }),
      delta({ role: "assistant", content: "lo" }),
      delta({ role: "assistant" }, "stop"),
    ),
    comes: greeted,
  },
  ...[5, true].map((content) => ({
    fault: `content that is ${content}`,
    body: answer(hello, delta({ content }), stop),
    comes: greeted,
    reports: ["SKIPPED_CONTENT_PART"],
  })),
  {
    fault: "fields nobody has heard of",
    body: answer(
      delta({ content: "Hello", mood: { good: true }, logprobs: [1] }),
      { ...(stop as object), service_tier: "x", obfuscation: "zzz" },
    ),
    comes: greeted,
  },
  {
    fault: "fields that name what every object has",
    body:
      `data: {"__proto__":{"error":"no"},"choices":[{"delta":{"constructor":1,"__proto__":{"content":"x"},"content":"Hello"}}]}\n\n${
        answer(stop)
      }`,
    comes: greeted,
  },

  // Payloads.
  ...["null", "5", '"text"', "true"].map((payload) => ({
    fault: `the payload ${payload}`,
    body: `${events(hello)}data: ${payload}\n\n${answer(stop)}`,
    comes: greeted,
    reports: ["SKIPPED_PAYLOAD"],
  })),
  {
    fault: "payloads in a list",
    body: answer([text("Hel"), text("lo")], [stop]),
    comes: greeted,
  },
  {
    fault: "an empty list for a payload",
    body: answer(hello, [], stop),
    comes: greeted,
  },

  // Whole messages.
  {
    fault: "a whole completion for events",
    body: JSON.stringify({
      choices: [{ message: { content: "Hello" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    }),
    comes: ["text: Hello", "usage: 10 in, 5 out", "stop"],
  },
  {
    fault: "a whole completion with thinking and a tool call",
    body: JSON.stringify({
      choices: [{
        message: {
          content: null,
          reasoning_content: "Hm",
          tool_calls: [{ id: "a", function: { name: "ls", arguments: "{}" } }],
        },
        finish_reason: "tool_calls",
      }],
    }),
    comes: ["reasoning: Hm", "call a: ls {}", "tool-calls"],
  },
  {
    fault: "a whole completion as one event",
    body: answer({
      choices: [{ message: { content: "Hello" }, finish_reason: "stop" }],
    }),
    comes: greeted,
  },
  {
    fault: "the whole message again after its deltas",
    body: answer(hello, {
      choices: [{ message: { content: "Hello" }, finish_reason: "stop" }],
    }),
    comes: greeted,
  },
  {
    fault: "a whole completion without content",
    body: '{"choices":[{"message":{"content":""},"finish_reason":"stop"}]}',
    comes: ["error EMPTY_RESPONSE"],
  },
  {
    fault: "a whole completion that is cut",
    body: '{"choices":[{"message":{"content":"Hel',
    comes: ["error MALFORMED_RESPONSE"],
  },
  {
    fault: "JSON of another kind for events",
    body: '{"object":"list","data":[]}',
    comes: ["error MALFORMED_RESPONSE"],
  },
  {
    fault: "a page for events",
    body: "<!doctype html><title>Log in</title>",
    comes: ["error MALFORMED_RESPONSE"],
    says: '"Log in"',
  },

  // Citations are facts of the answer, and never in its way.
  {
    fault: "citations in a delta of their own",
    body: answer(text("Hello"), delta({ annotations: [{ type: "a" }] }), stop),
    comes: greeted,
  },
  ...[null, [], {}, "x", [null]].map((annotations) => ({
    fault: `citations that are ${JSON.stringify(annotations)}`,
    body: answer(delta({ content: "Hello", annotations }, "stop")),
    comes: greeted,
  })),
]);

async function factsOf(body: string) {
  const runtime = new LlmRuntime();
  const fetch = () => Promise.resolve(new Response(body));
  runtime.registerAdapter(
    ["any"],
    new DeepSeekAdapter({ apiKey: "sk-1", fetch }),
  );
  const stream = runtime.stream({ provider: "any", model: "m", messages: [] });
  const { replayState } = await assemble(stream);
  return { ...llmResponseOf(stream), replayState };
}

const cited = [
  { type: "url_citation", url_citation: { url: "https://example.org" } },
];

for (
  const [place, payloads] of Object.entries({
    "beside the text": [delta({ content: "a", annotations: cited }), stop],
    "in a delta of their own": [hello, delta({ annotations: cited }), stop],
    "with the reason": [hello, delta({ annotations: cited }, "stop")],
    "after the reason": [hello, stop, delta({ annotations: cited })],
    "in a whole message": [{
      choices: [{ message: { content: "a", annotations: cited } }],
    }],
  })
) {
  Deno.test(`DeepSeekAdapter keeps citations that come ${place}`, async () => {
    const facts = await factsOf(answer(...payloads));

    assertEquals(facts.annotations, cited);
  });
}

Deno.test("DeepSeekAdapter keeps citations of several deltas in their order", async () => {
  const { annotations } = await factsOf(answer(
    delta({ content: "a", annotations: [1] }),
    delta({ annotations: [2, 3] }),
    stop,
  ));

  assertEquals(annotations, [1, 2, 3]);
});

Deno.test("DeepSeekAdapter keeps the reason as the server wrote it", async () => {
  const { rawFinishReason } = await factsOf(
    answer(call("a", "ls", "{}"), end("stop")),
  );

  assertEquals(rawFinishReason, "stop");
});

Deno.test("DeepSeekAdapter keeps what a server ties to a tool call", async () => {
  const opaque = { extra_content: { google: { thought_signature: "sig" } } };
  const fragment = { index: 0, id: "a", function: { name: "ls" }, ...opaque };

  const { replayState } = await factsOf(answer(
    hello,
    delta({ tool_calls: [fragment] }),
    end("tool_calls"),
  ));

  assertEquals(replayState, { response: { v: 1 }, blocks: [null, opaque] });
});
