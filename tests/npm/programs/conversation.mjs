// Two turns with a tool call between them, over real HTTP.

// deno-lint-ignore-file no-console

import { deepEqual, equal } from "node:assert/strict";
import {
  assemble,
  createToolResultMessage,
  createUserMessage,
  LlmRuntime,
  textOf,
} from "@dsh/llm";
import { DeepSeekAdapter } from "@dsh/llm/deepseek";
import { parseToolArguments } from "@dsh/llm/message";
import { mockDeepSeek } from "@dsh/llm/testing";
import { serve } from "./serve.mjs";

const provider = mockDeepSeek([
  {
    reasoning: "They ask for the weather.",
    toolCalls: [{ name: "forecast", arguments: '{"city":"Lisbon"}' }],
  },
  { text: ["Pack ", "for ", "rain ☔"] },
]);
const server = await serve(provider);
const runtime = new LlmRuntime();
runtime.registerAdapter(
  ["deepseek"],
  new DeepSeekAdapter({ apiKey: "sk-1", baseURL: server.url }),
);

async function turn(messages) {
  const answer = await assemble(runtime.stream({
    provider: "deepseek",
    model: "deepseek-v4-flash",
    messages,
    tools: [{
      name: "forecast",
      description: "Weather forecast for a city.",
      parameters: {
        type: "object",
        properties: { city: { type: "string" } },
        required: ["city"],
      },
    }],
  }));
  return answer.message();
}

const question = createUserMessage({ content: "What should I pack?" });
const asked = await turn([question]);
const call = asked.content.find(({ type }) => type === "tool-call");
deepEqual(parseToolArguments(call), { city: "Lisbon" });
const result = createToolResultMessage({ callId: call.id, content: "Rain" });
const answer = await turn([question, asked, result]);

equal(textOf(answer), "Pack for rain ☔");
equal(provider.requests.length, 2);
server.close();
console.log("passed");
