/**
 * Goes on with another provider in the middle of a conversation, and back again.
 *
 * Run with `deno run --allow-env examples/switch_provider.ts`. No key, no network but
 * for pi-ai itself: both providers are answered for behind `fetch`.
 *
 * @module
 */

import { deepEqual, equal } from "node:assert/strict";
import { registerPiAi } from "../adapters/pi_ai/mod.ts";
import {
  assemble,
  createAssistantMessage,
  createUserMessage,
  LlmRuntime,
  type Message,
  textOf,
} from "../mod.ts";
import { asFetch } from "../testing/mod.ts";

/** What each provider was sent, in its own words. */
const sent: Record<string, unknown>[] = [];

/** Answers for a provider with the same events each time. */
function answerWith(...payloads: object[]): typeof fetch {
  const events = payloads.map((payload) => {
    const name = "type" in payload ? `event: ${payload.type}\n` : "";
    return `${name}data: ${JSON.stringify(payload)}\n\n`;
  });
  return asFetch(async (request) => {
    sent.push(await request.json());
    const headers = { "content-type": "text/event-stream" };
    return new Response(events.join(""), { headers });
  });
}

const anthropic = answerWith(
  { type: "message_start", message: { id: "1", usage: {} } },
  {
    type: "content_block_start",
    index: 0,
    content_block: {
      type: "thinking",
      thinking: "A greeting.",
      signature: "c2lnbmVk",
    },
  },
  { type: "content_block_stop", index: 0 },
  {
    type: "content_block_start",
    index: 1,
    content_block: { type: "text", text: "" },
  },
  {
    type: "content_block_delta",
    index: 1,
    delta: { type: "text_delta", text: "Hello." },
  },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: {} },
  { type: "message_stop" },
);

const groq = answerWith(
  { choices: [{ delta: { content: "Hi." } }] },
  { choices: [{ delta: {}, finish_reason: "stop" }] },
);

const runtime = new LlmRuntime();
// The routes bear the names of providers that pi-ai ships: the rest it knows.
await registerPiAi(runtime, {
  routes: {
    anthropic: { apiKey: "none", fetch: anthropic, reasoning: "high" },
    groq: { apiKey: "none", fetch: groq },
  },
});

const messages: Message[] = [];

/** One turn of the conversation, by whichever provider. */
async function ask(provider: string, model: string): Promise<string> {
  messages.push(createUserMessage({ content: "Say hello" }));
  const stream = runtime.stream({ provider, model, messages });
  const answer = await assemble(stream);
  const { replayState } = answer;
  messages.push(createAssistantMessage({
    content: answer.blocks(),
    source: { provider, model, replayState },
  }));
  return textOf(messages.at(-1)!);
}

equal(await ask("anthropic", "claude-sonnet-4-5"), "Hello.");
equal(await ask("groq", "llama-3.1-8b-instant"), "Hi.");
equal(await ask("anthropic", "claude-sonnet-4-5"), "Hello.");

// The other provider got what was said, and nothing that only the first can use.
deepEqual(sent[1]!.messages, [
  { role: "user", content: "Say hello" },
  { role: "assistant", content: "Hello." },
  { role: "user", content: "Say hello" },
]);

// Back with the first, its thinking is what it was, signature and all.
const [, first] = sent[2]!.messages as { content: unknown[] }[];
deepEqual(first!.content[0], {
  type: "thinking",
  thinking: "A greeting.",
  signature: "c2lnbmVk",
});
