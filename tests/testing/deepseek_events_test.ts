import { assertEquals } from "@std/assert";
import { mockDeepSeek } from "../../testing/mod.ts";
import { ask, chunksOf, payloadsOf, reasonOf } from "./ask.ts";

Deno.test("mockDeepSeek() streams reasoning, text and tool calls in that order", async () => {
  const mock = mockDeepSeek([{
    reasoning: ["Hm"],
    text: ["Hi"],
    toolCalls: [
      { name: "ls", arguments: ['{"p":', '"/"}'] },
      { id: "b", name: "now", arguments: {} },
    ],
  }]);

  const chunks = await chunksOf(await ask(mock));

  const deltas = chunks.flatMap(({ choices }) => choices)
    .map(({ delta }) => delta);
  assertEquals(deltas.slice(1, -1), [
    { content: null, reasoning_content: "Hm" },
    { content: "Hi", reasoning_content: null },
    call({
      index: 0,
      id: "call_1_0",
      type: "function",
      function: { name: "ls", arguments: "" },
    }),
    call({ index: 0, function: { arguments: '{"p":' } }),
    call({ index: 0, function: { arguments: '"/"}' } }),
    call({
      index: 1,
      id: "b",
      type: "function",
      function: { name: "now", arguments: "" },
    }),
    call({ index: 1, function: { arguments: "{}" } }),
  ]);

  function call(fragment: unknown) {
    return { tool_calls: [fragment] };
  }
});

Deno.test("mockDeepSeek() says stop after text and tool_calls after calls", async () => {
  const mock = mockDeepSeek([
    { text: "Hi" },
    { toolCalls: [{ name: "now", arguments: {} }] },
    { text: "Hi", finishReason: "length" },
  ]);

  const answers = [await ask(mock), await ask(mock), await ask(mock)];

  const reasons = [];
  for (const answer of answers) reasons.push(reasonOf(await chunksOf(answer)));
  assertEquals(reasons, ["stop", "tool_calls", "length"]);
});

Deno.test("mockDeepSeek() leaves out the finish reason and the marker when told", async () => {
  const mock = mockDeepSeek([{
    text: ["Hi"],
    finishReason: null,
    done: false,
  }]);

  const payloads = await payloadsOf(await ask(mock));

  assertEquals(payloads.length, 2);
  assertEquals(reasonOf(payloads.map((text) => JSON.parse(text))), null);
});

Deno.test("mockDeepSeek() reports usage in a trailing chunk to who asks for it", async () => {
  const usage = { prompt_tokens: 1, completion_tokens: null };
  const mock = mockDeepSeek([{ text: "Hi", usage }]);
  const body = { stream_options: { include_usage: true } };

  const asked = await chunksOf(await ask(mock, { body }));
  const unasked = await chunksOf(await ask(mock));

  assertEquals(asked.at(-1)?.choices, []);
  assertEquals(asked.at(-1)?.usage, usage);
  assertEquals(unasked.filter((chunk) => chunk.usage !== null), []);
});

Deno.test("mockDeepSeek() counts one token for each delta by default", async () => {
  const mock = mockDeepSeek([{ reasoning: ["a", "b"], text: ["c"] }]);
  const body = { stream_options: { include_usage: true } };

  const chunks = await chunksOf(await ask(mock, { body }));

  assertEquals(chunks.at(-1)?.usage, {
    prompt_tokens: 20,
    completion_tokens: 3,
    total_tokens: 23,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 2 },
    prompt_cache_hit_tokens: 0,
    prompt_cache_miss_tokens: 20,
  });
});

Deno.test("mockDeepSeek() sends no usage when told", async () => {
  const mock = mockDeepSeek([{ text: "Hi", usage: null }]);
  const body = { stream_options: { include_usage: true } };

  const chunks = await chunksOf(await ask(mock, { body }));

  assertEquals(chunks.filter((chunk) => chunk.usage !== null), []);
});

Deno.test("mockDeepSeek() names the model of the request", async () => {
  const mock = mockDeepSeek();

  const chunks = await chunksOf(await ask(mock, { body: { model: "x" } }));

  assertEquals(chunks[0]?.model, "x");
});

Deno.test("mockDeepSeek() applies faults to scripted events", async () => {
  const mock = mockDeepSeek([{
    text: ["a", "b"],
    cutAfterEvents: 2,
    tail: 'data: {"error":{}}\n\n',
  }]);

  const payloads = await payloadsOf(await ask(mock));

  assertEquals(payloads.length, 3);
  assertEquals(payloads[2], '{"error":{}}');
});
