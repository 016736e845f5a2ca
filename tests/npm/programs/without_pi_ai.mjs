// A route of pi-ai where nobody has installed it.

// deno-lint-ignore-file no-console

import { equal, match } from "node:assert/strict";
import { createUserMessage, LlmRuntime } from "@dsh/llm";
import { PiAiAdapter } from "@dsh/llm/pi-ai";

const runtime = new LlmRuntime();
const routes = { openai: { apiKey: "sk-1" } };
runtime.registerAdapter(["openai"], new PiAiAdapter({ routes }));

const { value } = await runtime.stream({
  provider: "openai",
  model: "gpt-5",
  messages: [createUserMessage({ content: "Hi" })],
}).getReader().read();

equal(value.type, "finish");
equal(value.reason.failure.code, "MISSING_PACKAGE");
match(value.reason.failure.message, /npm install @earendil-works\/pi-ai/);
console.log("passed");
