/** Answers through pi-ai, over real HTTP. @module */

import { assemble, type LlmRuntime, userAgent } from "@dsh/llm";
import { parseToolArguments, type ToolCallBlock } from "@dsh/llm/message";
import { PiAiAdapter, type PiAiRoute } from "@dsh/llm/pi-ai";
import { mockDeepSeek } from "@dsh/llm/testing";
import type { ConformanceCase, Env } from "../case.ts";
import { check, equal } from "../check.ts";
import {
  collect,
  collectPast,
  delay,
  failureIn,
  readUntil,
  request,
  runtimeOf,
  textIn,
} from "../kit.ts";
import { provide, type Reply } from "../provider.ts";

const SILENT: Reply = {
  text: ["One ", "two"],
  cutAfterEvents: 3,
  end: "stall",
};

/** A runtime that calls a provider over HTTP, as pi-ai does. */
function piAi(
  { loadPiAi }: Env,
  baseURL: string,
  more: Partial<PiAiRoute> = {},
): LlmRuntime {
  const p: PiAiRoute = {
    api: "openai-completions",
    baseURL,
    apiKey: "sk-conformance",
    models: [{ id: "deepseek-v4-flash", reasoning: true }],
    ...more,
  };
  return runtimeOf(new PiAiAdapter({ routes: { p }, load: loadPiAi }));
}

/** Cases of the pi-ai adapter, on the real package. */
export const PI_AI: readonly ConformanceCase[] = [
  {
    name: "pi-ai brings text as it was sent",
    async run(env) {
      const { baseURL } = await provide(env, {
        text: ["Grüße ", "😀 ", "日本"],
      });

      const chunks = await collect(piAi(env, baseURL).stream(request()));

      const last = chunks.at(-1);
      equal(last?.type === "finish" && last.reason, { kind: "stop" });
      equal(textIn(chunks), "Grüße 😀 日本");
    },
  },
  {
    name: "pi-ai keeps reasoning and tool calls apart",
    async run(env) {
      const { baseURL } = await provide(env, {
        reasoning: "Two cities.",
        toolCalls: ["Lisbon", "Bergen"].map((city, index) => ({
          id: `c-${index}`,
          name: "forecast",
          arguments: { city },
        })),
      });
      const tools = [{
        name: "forecast",
        description: "Weather forecast for a city.",
        parameters: { type: "object", properties: { city: {} } },
      }];

      const answer = await assemble(
        piAi(env, baseURL).stream(request({ tools })),
      );

      const [reasoning, ...calls] = answer.blocks();
      equal(reasoning, { type: "reasoning", text: "Two cities." });
      equal((calls as ToolCallBlock[]).map(parseToolArguments), [
        { city: "Lisbon" },
        { city: "Bergen" },
      ]);
      equal(answer.finish, { kind: "tool-calls" });
    },
  },
  {
    name: "pi-ai counts tokens apart",
    async run(env) {
      const { baseURL } = await provide(env, {
        text: "Hello",
        usage: {
          prompt_tokens: 30,
          completion_tokens: 9,
          prompt_tokens_details: { cached_tokens: 10 },
        },
      });

      const { usage } = await assemble(piAi(env, baseURL).stream(request()));

      equal(
        [usage?.inputTokens, usage?.cacheReadTokens, usage?.outputTokens],
        [20, 10, 9],
      );
    },
  },
  {
    name: "pi-ai sends the key, and names the application but in browsers",
    async run(env) {
      const { baseURL, seen } = await provide(env);

      await collect(piAi(env, baseURL).stream(request()));

      const { requests: [sent] } = await seen();
      equal(sent?.headers["authorization"], "Bearer sk-conformance");
      const agent = sent?.headers["user-agent"] ?? "";
      check(
        env.browser ? agent.startsWith("Mozilla/") : agent === userAgent(),
        `the user-agent is ${agent}`,
      );
    },
  },
  {
    name: "pi-ai has a browser ask for leave as any adapter does, no more",
    async run(env) {
      const { baseURL, seen } = await provide(env);

      await collect(piAi(env, baseURL).stream(request()));

      const { preflights } = await seen();
      const asked = preflights.flatMap((names) => names.split(/,\s*/)).sort();
      equal(asked, env.browser ? ["authorization", "content-type"] : []);
    },
  },
  {
    name: "pi-ai sends nothing before the first read",
    async run(env) {
      const { baseURL, seen } = await provide(env);
      const stream = piAi(env, baseURL).stream(request());

      await delay(20);

      equal((await seen()).requests, []);
      await stream.cancel();
    },
  },
  {
    name: "pi-ai tries a refused request no second time",
    async run(env) {
      const { baseURL, seen } = await provide(env, {
        status: 429,
        headers: { "retry-after": "7" },
        body: { error: { message: "Too many, sk-conformance" } },
      });

      const chunks = await collect(piAi(env, baseURL).stream(request()));

      const { code, status, providerRetryAfterMs, message } = failureIn(chunks);
      equal([code, status, providerRetryAfterMs], ["RATE_LIMIT", 429, 7_000]);
      check(!message.includes("sk-conformance"), message);
      equal((await seen()).requests.length, 1);
    },
  },
  {
    name: "pi-ai ends at a cut in STREAM_CLOSED, after what came",
    async run(env) {
      const { baseURL } = await provide(env, { ...SILENT, end: "close" });

      const chunks = await collect(piAi(env, baseURL).stream(request()));

      equal(textIn(chunks), "One two");
      equal(failureIn(chunks).code, "STREAM_CLOSED");
    },
  },
  {
    name: "pi-ai ends at a silent provider in TIMEOUT, and hangs up",
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);
      const runtime = piAi(env, baseURL, { streamIdleTimeoutMs: 1_000 });

      const chunks = await collect(runtime.stream(request()));

      equal(textIn(chunks), "One two");
      equal(failureIn(chunks).code, "TIMEOUT");
      await stopped();
    },
  },
  {
    name: "pi-ai ends a read that waits when it is aborted, and hangs up",
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);
      const controller = new AbortController();
      const { signal } = controller;

      const chunks = await collectPast(
        piAi(env, baseURL).stream(request({ signal })),
        "One two",
        () => controller.abort(),
      );

      equal(failureIn(chunks, "aborted").code, "ABORTED");
      await stopped();
    },
  },
  {
    name: "pi-ai stops the body that another fetch has brought",
    async run(env) {
      const { fetch, cancels } = mockDeepSeek([{ ...SILENT }]);
      // Deaf to signals, as some are.
      const deaf: typeof fetch = (input, init) =>
        fetch(input, { ...init, signal: null });
      const runtime = piAi(env, "http://localhost", { fetch: deaf });
      const reader = await readUntil(runtime.stream(request()), "text-delta");

      await reader.cancel();

      equal(cancels.length, 1);
    },
  },
  {
    name: "pi-ai hangs up on a provider when its reader leaves",
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);
      const stream = piAi(env, baseURL).stream(request());
      const reader = await readUntil(stream, "text-delta");

      await reader.cancel();

      await stopped();
    },
  },
];
