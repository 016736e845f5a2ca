/** Answers of DeepSeek, over real HTTP. @module */

import {
  APP_IDENTITY,
  assemble,
  createToolResultMessage,
  createUserMessage,
  llmResponseOf,
  textOf,
  userAgent,
} from "@dsh/llm";
import { deepSeekModelDiscovery } from "@dsh/llm/deepseek";
import { parseToolArguments, type ToolCallBlock } from "@dsh/llm/message";
import type { ConformanceCase, Env } from "../case.ts";
import { check, equal } from "../check.ts";
import { collect, deepSeek, request, textIn } from "../kit.ts";
import { provide } from "../provider.ts";

const TOOL = {
  name: "forecast",
  description: "Weather forecast for a city.",
  parameters: { type: "object", properties: { city: { type: "string" } } },
};

/** Cases of the DeepSeek adapter. */
export const DEEPSEEK: readonly ConformanceCase[] = [
  {
    name: "text arrives as it was sent",
    async run(env) {
      const { baseURL } = await provide(env, {
        text: ["Grüße ", "😀 ", "日本"],
      });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(textIn(chunks), "Grüße 😀 日本");
      equal(chunks.filter(({ type }) => type === "finish").length, 1);
    },
  },
  {
    name: "reasoning is a block of its own, before the answer",
    async run(env) {
      const { baseURL } = await provide(env, {
        reasoning: "Let me see.",
        text: "Four.",
      });

      const answer = await assemble(deepSeek(baseURL).stream(request()));

      equal(answer.blocks(), [
        { type: "reasoning", text: "Let me see." },
        { type: "text", text: "Four." },
      ]);
    },
  },
  {
    name: "tool calls keep their ids, names and arguments apart",
    async run(env) {
      const { baseURL } = await provide(env, {
        toolCalls: ["Lisbon", "Bergen"].map((city, index) => ({
          id: `c-${index}`,
          name: "forecast",
          arguments: { city },
        })),
      });

      const answer = await assemble(
        deepSeek(baseURL).stream(request({ tools: [TOOL] })),
      );

      const calls = answer.blocks() as ToolCallBlock[];
      equal(calls.map(({ id, name }) => [id, name]), [
        ["c-0", "forecast"],
        ["c-1", "forecast"],
      ]);
      equal(calls.map(parseToolArguments), [
        { city: "Lisbon" },
        { city: "Bergen" },
      ]);
      equal(answer.finish, { kind: "tool-calls" });
    },
  },
  {
    name: "counts of tokens are disjoint",
    async run(env) {
      const { baseURL } = await provide(env, {
        text: "Hello",
        usage: {
          prompt_tokens: 30,
          completion_tokens: 9,
          prompt_cache_hit_tokens: 10,
          prompt_cache_miss_tokens: 20,
          completion_tokens_details: { reasoning_tokens: 4 },
        },
      });

      const { usage } = await assemble(deepSeek(baseURL).stream(request()));

      equal(
        [usage?.inputTokens, usage?.cacheReadTokens, usage?.outputTokens],
        [20, 10, 9],
      );
      equal(usage?.reasoningTokens, 4);
    },
  },
  {
    name: "blocks end before the usage, and the usage before the finish",
    async run(env) {
      const { baseURL } = await provide(env, {
        reasoning: "Hm.",
        text: ["Fo", "ur."],
      });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(chunks.map(({ type }) => type), [
        "block-start",
        "reasoning-delta",
        "block-end",
        "block-start",
        "text-delta",
        "text-delta",
        "block-end",
        "usage",
        "finish",
      ]);
    },
  },
  {
    name: "a conversation goes on after a tool has answered",
    async run(env) {
      const { baseURL, seen } = await provide(
        env,
        {
          reasoning: "They ask for the weather.",
          toolCalls: [{ name: "forecast", arguments: { city: "Bergen" } }],
        },
        { text: "Take an umbrella." },
      );
      const runtime = deepSeek(baseURL);
      const question = createUserMessage({ content: "What should I pack?" });

      const first = await assemble(
        runtime.stream(request({ messages: [question], tools: [TOOL] })),
      );
      const [, call] = first.blocks() as [unknown, ToolCallBlock];
      const messages = [
        question,
        first.message({ kind: "model", provider: "p", model: "m" }),
        createToolResultMessage({ callId: call.id, content: "Rain" }),
      ];
      const second = await assemble(
        runtime.stream(request({ messages, tools: [TOOL] })),
      );

      equal(textOf(second.message()), "Take an umbrella.");
      const { requests } = await seen();
      const sent = requests[1]?.body?.["messages"] as { role: string }[];
      equal(sent.map(({ role }) => role), ["user", "assistant", "tool"]);
    },
  },
  {
    name: "a request carries its key, its type and its body",
    async run(env) {
      const { baseURL, seen } = await provide(env);

      await collect(deepSeek(baseURL).stream(request({ stop: ["END"] })));

      const { requests: [sent] } = await seen();
      equal(sent?.method, "POST");
      equal(sent?.headers["authorization"], "Bearer sk-conformance");
      equal(sent?.headers["accept"], "text/event-stream");
      equal(sent?.headers["content-type"], "application/json");
      equal(sent?.body?.["stream"], true);
      equal(sent?.body?.["stop"], ["END"]);
    },
  },
  {
    name: "a request names its application, but in browsers",
    async run(env) {
      const { baseURL, seen } = await provide(env);

      await collect(deepSeek(baseURL).stream(request()));

      const { requests: [sent] } = await seen();
      const agent = sent?.headers["user-agent"] ?? "";
      check(
        env.browser ? agent.startsWith("Mozilla/") : agent === userAgent(),
        `the user-agent is ${agent}`,
      );
    },
  },
  {
    name: "a request names another application where it is told to",
    async run(env) {
      const { baseURL, seen } = await provide(env);
      const identity = { ...APP_IDENTITY, product: "acme" };

      await collect(deepSeek(baseURL, { identity }).stream(request()));

      const { requests: [sent] } = await seen();
      const agent = sent?.headers["user-agent"] ?? "";
      equal(agent === userAgent(identity), !env.browser);
    },
  },
  {
    name: "a browser is asked for leave to send what providers allow, no more",
    async run(env) {
      const { baseURL, seen } = await provide(env);

      await collect(deepSeek(baseURL).stream(request()));

      const { preflights } = await seen();
      equal(preflights.length, env.browser ? 1 : 0);
      const asked = (preflights[0] ?? "").split(/,\s*/).filter(Boolean).sort();
      equal(asked, env.browser ? ["authorization", "content-type"] : []);
    },
  },
  {
    name: "the facts of an answer are told beside it",
    async run(env) {
      const { baseURL } = await provide(env, { text: "Hello" });
      const stream = deepSeek(baseURL).stream(request());

      await assemble(stream);

      const facts = llmResponseOf(stream);
      equal(
        [facts?.status, facts?.responseId, facts?.rawFinishReason],
        [200, "mock-1", "stop"],
      );
      equal(facts?.requestId, "mock-trace-1");
    },
  },
  {
    name: "models are discovered",
    async run(env) {
      equal(await discover(env), [
        "deepseek-v4-flash",
        "deepseek-v4-pro",
        "deepseek-v4-flash-vision-exp",
      ]);
    },
  },
];

async function discover(env: Env): Promise<string[]> {
  const { baseURL } = await provide(env);
  const runtime = deepSeek(baseURL);
  runtime.registerModelDiscovery("deepseek", deepSeekModelDiscovery());
  const models = await runtime.discoverModels("deepseek", {
    baseURL,
    apiKey: "sk-1",
  });
  return models.map(({ id }) => id);
}
