/** Providers that refuse a call. @module */

import type { LlmFailure } from "@dsh/llm";
import type { ConformanceCase, Env } from "../case.ts";
import { check, equal } from "../check.ts";
import { collect, deepSeek, failureIn, request } from "../kit.ts";
import { provide, type Reply } from "../provider.ts";

function refusal(status: number, message: string, more?: Reply): Reply {
  return { status, body: { error: { message } }, ...more };
}

async function failureOf(env: Env, reply: Reply): Promise<LlmFailure> {
  const { baseURL } = await provide(env, reply);
  return failureIn(await collect(deepSeek(baseURL).stream(request())));
}

const CODES: readonly [reply: Reply, code: string][] = [
  [refusal(400, "Bad temperature"), "INVALID_REQUEST"],
  [refusal(401, "Authentication fails"), "AUTH"],
  [refusal(402, "Insufficient Balance"), "QUOTA_EXCEEDED"],
  [refusal(429, "Too many requests"), "RATE_LIMIT"],
  [refusal(500, "Internal error"), "SERVER"],
  [refusal(503, "Overloaded"), "SERVER"],
  [
    refusal(400, "This model's maximum context length is 131072 tokens."),
    "CONTEXT_WINDOW_EXCEEDED",
  ],
];

/** Cases of refusals, over real HTTP. */
export const REFUSALS: readonly ConformanceCase[] = [
  ...CODES.map(([reply, code]) => ({
    name: `a ${reply.status} becomes ${code}`,
    async run(env: Env) {
      const failure = await failureOf(env, reply);

      equal([failure.code, failure.status], [code, reply.status]);
    },
  })),
  {
    name: "a provider tells how long to wait",
    async run(env) {
      const reply = refusal(429, "Slow down", {
        headers: { "retry-after": "7" },
      });

      equal((await failureOf(env, reply)).providerRetryAfterMs, 7_000);
    },
  },
  {
    name: "a failure names the request, and not its key",
    async run(env) {
      const reply = refusal(401, "Your api key sk-conformance is invalid");

      const failure = await failureOf(env, reply);

      equal(failure.requestId, "mock-trace-1");
      check(!failure.message.includes("sk-conformance"), failure.message);
    },
  },
  {
    name: "a redirect is not followed",
    async run(env) {
      const target = await provide(env);
      const { baseURL } = await provide(env, {
        status: 307,
        headers: { location: `${target.baseURL}/chat/completions` },
        body: "",
      });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(failureIn(chunks).code, "INVALID_REQUEST");
      equal((await target.seen()).requests, []);
    },
  },
];
