/**
 * A conversation that calls tools, and outlives a provider that breaks off and a
 * process that ends before a tool has answered.
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
  type ToolCallBlock,
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
  {
    toolCalls: [
      { name: "weather", arguments: { city: "Oslo" } },
      { name: "clock", arguments: { city: "Oslo" } },
    ],
  },
  { text: "It is noon, and snowing in Oslo" },
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

const ANSWERS = new Map([["weather", "snow"], ["clock", "noon"]]);
const parameters = { type: "object", properties: { city: { type: "string" } } };

/** Finds the calls that wait for a result, whichever process they were made in. */
function openCalls({ messages }: Session): ToolCallBlock[] {
  // No further back: a provider may use an id again.
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const answered = messages.slice(last + 1).map(({ source }) =>
    source.kind === "tool" ? source.callId : undefined
  );
  return (messages[last]?.content ?? [])
    .filter((block) => block.type === "tool-call")
    .filter(({ id }) => !answered.includes(id));
}

async function runTool(session: Session, call: ToolCallBlock): Promise<void> {
  const { city } = parseToolArguments(call) as { city: string };
  const content = `${city}: ${ANSWERS.get(call.name)}`;
  await session.append(createToolResultMessage({ callId: call.id, content }));
}

const first = await Session.create({ runtime });
installRetry(first);
await first.append(createUserMessage({ content: "How is Oslo?" }));
await first.request({
  config: { provider: "deepseek-official", model: "deepseek-v4-flash" },
  tools: [
    { name: "weather", description: "Tells the weather.", parameters },
    { name: "clock", description: "Tells the time.", parameters },
  ],
}).result;
const [weather] = openCalls(first);
await runTool(first, weather!);

// The process ends here. Another one goes on with what a sink has kept: what was
// asked for once stays so for the whole conversation.
const session = await Session.from([...first.eventsFrom(1)], { runtime });
installRetry(session);
let calls = openCalls(session);
do {
  for (const call of calls) await runTool(session, call);
  const turn = await session.request().result;
  if (turn.kind !== "message") throw new Error(`Cannot go on: ${turn.kind}`);
  calls = openCalls(session);
} while (calls.length > 0);
equal(textOf(session.messages.at(-1)!), "It is noon, and snowing in Oslo");

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
  "tool/result",
  "step/start",
  "request/header",
  "assistant/message",
  "step/end",
  "turn/end",
]);

// And what the model was asked, step by step: nothing of what failed is in it.
const asked = events
  .filter(({ type }) => type === "step/start")
  .map(({ seq }) => reconstructRequest(events, seq).messages.length);
deepEqual(asked, [1, 1, 4]);
await session.close();
