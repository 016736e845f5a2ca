// The DeepSeek adapter, held to what every adapter must keep.
import { FakeTime } from "@std/testing/time";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import { adapterConformance } from "../../../testing/adapter_conformance/adapter_conformance.ts";
import type {
  AdapterScenario,
  AdapterTrial,
} from "../../../testing/adapter_conformance/adapter_subject.ts";
import { asFetch } from "../../../testing/as_fetch.ts";
import { mockDeepSeek } from "../../../testing/mock_deepseek.ts";
import type { MockReply } from "../../../testing/mock_reply.ts";

const API_KEY = "sk-0123456789abcdef";
const list = { name: "list", arguments: { path: "/" } };
const said = ["Hello", " there", ", and", " welcome"];
const tool = { name: "list", description: "Lists", parameters: {} };

const REPLIES: Record<AdapterScenario, MockReply> = {
  "text": { text: said },
  "reasoning": { reasoning: ["A greeting", " it is"], text: said },
  // A call with a field of the server's own, which it wants back.
  "tool-call": { body: signedCall() },
  "parallel-tool-calls": { text: said, toolCalls: [list, list] },
  "tool-call-without-arguments": {
    toolCalls: [{ name: "list", arguments: "" }],
  },
  "empty": {},
  "max-tokens": { text: said, finishReason: "length" },
  "usage": {
    reasoning: "A greeting",
    text: said,
    usage: {
      prompt_tokens: 20,
      completion_tokens: 9,
      prompt_cache_hit_tokens: 15,
      prompt_cache_miss_tokens: 5,
      completion_tokens_details: { reasoning_tokens: 4 },
    },
  },
  "cut": { text: said, cutAfterEvents: 3 },
  "stall": { text: said, cutAfterEvents: 3, end: "stall" },
  "error-before-anything": {
    status: 401,
    body: { error: { message: `Key ${API_KEY} is not valid` } },
  },
  "error-in-mid-stream": {
    text: said,
    cutAfterEvents: 3,
    tail: `data: {"error":{"message":"No more for ${API_KEY}"}}\n\n`,
  },
};

function signedCall(): string {
  const call = {
    index: 0,
    id: "call-a",
    type: "function",
    function: { name: "list", arguments: '{"path":"/"}' },
    extra_content: { google: { thought_signature: "c2lnbmF0dXJl" } },
  };
  const choices = [
    { index: 0, delta: { tool_calls: [call] }, finish_reason: null },
    { index: 0, delta: {}, finish_reason: "tool_calls" },
  ];
  const events = choices.map((choice) => JSON.stringify({ choices: [choice] }));
  return [...events, "[DONE]"].map((event) => `data: ${event}\n\n`).join("");
}

function create(scenario: AdapterScenario): AdapterTrial {
  const mock = mockDeepSeek([REPLIES[scenario]]);
  let reads = 0;
  const fetch = asFetch(async (request) => {
    const response = await mock(request);
    return new Response(counted(response.body!, () => reads++), response);
  });
  return {
    adapter: new DeepSeekAdapter({ apiKey: API_KEY, fetch }),
    request: { tools: [tool] },
    usage: {
      inputTokens: 5,
      outputTokens: 9,
      cacheReadTokens: 15,
      reasoningTokens: 4,
    },
    requests: () => mock.requests.length,
    reads: () => reads,
    headers: () => mock.requests.at(-1)?.headers,
    stopped: () => mock.cancels.length > 0,
  };
}

function counted(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  count: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      count();
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

const cases = adapterConformance({
  name: "DeepSeekAdapter",
  provider: "deepseek-official",
  model: "deepseek-v4-flash",
  create,
  refused: [
    { request: { responseFormat: { type: "xml" } as never } },
    { request: { toolChoice: {} as never } },
  ],
  secrets: [API_KEY, API_KEY.slice(3)],
  fakeTime() {
    const time = new FakeTime();
    return {
      advance: (ms) => time.tickAsync(ms),
      pending: () => time.next(),
      restore: () => time.restore(),
    };
  },
});

for (const { name, run } of cases) Deno.test(name, run);
