// What one answer brought, sent back with the next request.
import { assertEquals } from "@std/assert";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import type { ContentBlock, Message, StreamChunk } from "../../../message.ts";
import { message, result, text } from "./_conversation.ts";

/** A server that streams these deltas, and keeps the bodies of its requests. */
function server(deltas: unknown[]): {
  adapter: DeepSeekAdapter;
  // deno-lint-ignore no-explicit-any
  bodies: any[];
} {
  const bodies: unknown[] = [];
  const events = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
  ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  const adapter = new DeepSeekAdapter({
    apiKey: "sk-1",
    fetch: async (input, init) => {
      bodies.push(await new Request(input, init).json());
      return new Response(`${events.join("")}data: [DONE]\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    },
  });
  return { adapter, bodies };
}

/** One step of a conversation: what was asked, then what came. */
async function step(
  adapter: DeepSeekAdapter,
  messages: Message[],
): Promise<Message[]> {
  const chunks = await Array.fromAsync(
    adapter.stream({ provider: "ds", model: "m", messages }),
  );
  return [...messages, fold(chunks)];
}

function fold(chunks: StreamChunk[]): Message {
  const blocks: ContentBlock[] = [];
  let replayState: unknown;
  for (const chunk of chunks) {
    if (chunk.type === "block-end") blocks[chunk.index] = chunk.block;
    if (chunk.type === "finish") replayState = chunk.replayState;
  }
  return message("assistant", blocks, replayState);
}

Deno.test("DeepSeekAdapter sends a tool call back with the fields the server attached", async () => {
  const wireCall = {
    id: "a",
    type: "function",
    function: { name: "ls", arguments: "{}" },
    extra_content: { google: { thought_signature: "sig" } },
  };
  const { adapter, bodies } = server([
    { content: "Looking." },
    { tool_calls: [{ index: 0, ...wireCall }] },
  ]);

  const messages = await step(adapter, [message("user", [text("Hi")])]);
  await step(adapter, [...messages, message("user", [result("a", [])])]);

  assertEquals(bodies[1].messages, [
    { role: "user", content: "Hi" },
    {
      role: "assistant",
      content: "Looking.",
      reasoning_content: "",
      tool_calls: [wireCall],
    },
    { role: "tool", tool_call_id: "a", content: "(no output)" },
  ]);
});

Deno.test("DeepSeekAdapter sends reasoning back with the tool call it led to", async () => {
  const wireCall = {
    id: "a",
    type: "function",
    function: { name: "ls", arguments: "{}" },
  };
  const { adapter, bodies } = server([
    { role: "assistant", content: null, reasoning_content: "" },
    { reasoning_content: "I should " },
    { reasoning_content: "look." },
    { tool_calls: [{ index: 0, ...wireCall }] },
  ]);

  const messages = await step(adapter, [message("user", [text("Hi")])]);
  await step(adapter, [...messages, message("user", [result("a", [])])]);

  assertEquals(bodies[1].messages[1], {
    role: "assistant",
    content: "",
    reasoning_content: "I should look.",
    tool_calls: [wireCall],
  });
});
