// A call that is given up in the middle, over real HTTP.

// deno-lint-ignore-file no-console

import { deepEqual, equal } from "node:assert/strict";
import { createUserMessage, LlmRuntime } from "@dsh/llm";
import { DeepSeekAdapter } from "@dsh/llm/deepseek";
import { mockDeepSeek } from "@dsh/llm/testing";
import { serve } from "./serve.mjs";

const provider = mockDeepSeek([{
  text: ["Hello", " there"],
  cutAfterEvents: 2,
  end: "keep-alive",
  keepAliveMs: 10,
}]);
const server = await serve(provider);
const runtime = new LlmRuntime();
runtime.registerAdapter(
  ["deepseek"],
  new DeepSeekAdapter({ apiKey: "sk-1", baseURL: server.url }),
);
const controller = new AbortController();
const reader = runtime.stream({
  provider: "deepseek",
  model: "deepseek-v4-flash",
  messages: [createUserMessage({ content: "Hi" })],
  signal: controller.signal,
}).getReader();

const chunks = [];
while (true) {
  const { value, done } = await reader.read();
  if (done) break;
  chunks.push(value);
  if (value.type === "text-delta") controller.abort();
}
// The provider notices, or this waits for good.
while (provider.cancels.length === 0) {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const finish = chunks.at(-1);
deepEqual(chunks.filter(({ type }) => type === "finish"), [finish]);
equal(finish.reason.kind, "aborted");
equal(finish.reason.failure.code, "ABORTED");
server.close();
console.log("passed");
