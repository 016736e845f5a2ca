/**
 * A conversation that calls a tool, and outlives a provider that breaks off.
 *
 * Run with `deno run examples/durable_chat.ts`.
 *
 * @module
 */

import { deepEqual, equal } from "node:assert/strict";
import { DeepSeekAdapter } from "../adapters/deepseek/mod.ts";
import {
  createToolResultMessage,
  createUserMessage,
  LlmRuntime,
  parseToolArguments,
  textOf,
} from "../mod.ts";
import {
  installRetry,
  reconstructRequest,
  Session,
} from "../runtime/session/mod.ts";
import { mockDeepSeek } from "../testing/mod.ts";

// The connection is lost in the middle of the first answer.
const mock = mockDeepSeek([
  { text: "Let me see", cutAfterEvents: 2, end: "reset" },
  { toolCalls: [{ name: "weather", arguments: { city: "Oslo" } }] },
  { text: "It is snowing in Oslo" },
]);
const runtime = new LlmRuntime();
runtime.registerAdapter(
  ["deepseek-official"],
  new DeepSeekAdapter({
    apiKey: "sk-example",
    fetch: mock.fetch,
    retryPolicy: { mode: "normal", backoff: { initialDelayMs: 1 } },
  }),
);

const session = await Session.create({ runtime });
installRetry(session);
await session.append(createUserMessage({ content: "How is Oslo?" }));

// What is asked for once stays so for the whole conversation.
const config = { provider: "deepseek-official", model: "deepseek-v4-flash" };
let { result } = session.request({
  config,
  tools: [{
    name: "weather",
    description: "Tells the weather of a city.",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  }],
});
for (;;) {
  const turn = await result;
  if (turn.kind !== "message") throw new Error(`Cannot go on: ${turn.kind}`);
  const calls = turn.message.content.filter((it) => it.type === "tool-call");
  if (calls.length === 0) break;
  for (const call of calls) {
    const { city } = parseToolArguments(call) as { city: string };
    await session.append(
      createToolResultMessage({ callId: call.id, content: `${city}: snow` }),
    );
  }
  ({ result } = session.request());
}
equal(textOf(session.messages.at(-1)!), "It is snowing in Oslo");

// The log tells all of it, the answer that broke off too.
const events = [...session.eventsFrom(1)];
const steps = events.filter(({ type }) => !type.startsWith("assistant/chunk"));
deepEqual(steps.map(({ type }) => type), [
  "session/start",
  "user/message",
  "turn/start",
  "step/start",
  "request/header",
  "request/context",
  "step/end",
  "llm/retry",
  "llm/retry-started",
  "step/start",
  "assistant/message",
  "step/end",
  "tool/result",
  "step/start",
  "assistant/message",
  "step/end",
  "turn/end",
]);

// And what the model was asked, step by step: nothing of what failed is in it.
const asked = events
  .filter(({ type }) => type === "step/start")
  .map(({ seq }) => reconstructRequest(events, seq).messages.length);
deepEqual(asked, [1, 1, 3]);
await session.close();
