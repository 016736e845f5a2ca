import { assertEquals } from "@std/assert";
import { PiAiAdapter } from "../../adapters/pi_ai/adapter.ts";
import type { PiAiApi } from "../../adapters/pi_ai/protocols.ts";
import {
  createToolResultMessage,
  createUserMessage,
  type Message,
} from "../../message.ts";
import { assemble } from "../../runtime/assemble.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { load } from "./_package.ts";
import { events, serve } from "./_server.ts";

const REASONING = {
  id: "rs_1",
  type: "reasoning",
  summary: [],
  encrypted_content: "gAAA+/=",
};
const CALL = {
  id: "fc_1",
  type: "function_call",
  call_id: "call_1",
  name: "ls",
  arguments: "{}",
};

const RESPONSES = events(
  { type: "response.created", response: { id: "resp_1" } },
  {
    type: "response.output_item.added",
    output_index: 0,
    item: { ...REASONING, encrypted_content: "" },
  },
  { type: "response.output_item.done", output_index: 0, item: REASONING },
  {
    type: "response.output_item.added",
    output_index: 1,
    item: { ...CALL, arguments: "" },
  },
  { type: "response.output_item.done", output_index: 1, item: CALL },
  {
    type: "response.completed",
    response: { id: "resp_1", status: "completed" },
  },
);

const ANTHROPIC = events(
  { type: "message_start", message: { id: "msg_1", model: "m", usage: {} } },
  {
    type: "content_block_start",
    index: 0,
    content_block: { type: "thinking", thinking: "" },
  },
  {
    type: "content_block_delta",
    index: 0,
    delta: { type: "thinking_delta", thinking: "hm" },
  },
  {
    type: "content_block_delta",
    index: 0,
    delta: { type: "signature_delta", signature: "EvQB+/==" },
  },
  { type: "content_block_stop", index: 0 },
  {
    type: "content_block_start",
    index: 1,
    content_block: { type: "redacted_thinking", data: "Emw+/=" },
  },
  { type: "content_block_stop", index: 1 },
  {
    type: "content_block_start",
    index: 2,
    content_block: { type: "tool_use", id: "toolu_1", name: "ls", input: {} },
  },
  { type: "content_block_stop", index: 2 },
  {
    type: "message_delta",
    delta: { stop_reason: "tool_use" },
    usage: { output_tokens: 3 },
  },
  { type: "message_stop" },
);

const COMPLETIONS = events(
  { choices: [{ delta: { reasoning_content: "hm" } }] },
  {
    choices: [{
      delta: {
        tool_calls: [{
          index: 0,
          id: "call_1",
          function: { name: "ls", arguments: "{}" },
        }],
      },
    }],
  },
  { choices: [{ delta: {}, finish_reason: "tool_calls" }] },
  "[DONE]",
);

/** One turn by one protocol, then another by the same or another one. */
async function converse(
  first: PiAiApi,
  second: PiAiApi,
  answer: () => Response,
) {
  await using server = serve(answer);
  const route = (api: PiAiApi) => ({
    api,
    baseURL: server.url,
    apiKey: "sk-0123456789",
    models: [{ id: "m", reasoning: true }],
  });
  const runtime = new LlmRuntime();
  const diagnostics: string[] = [];
  runtime.on("llm/diagnostic", ({ code }) => diagnostics.push(code));
  runtime.registerAdapter(
    ["first", "second"],
    new PiAiAdapter({
      routes: { first: route(first), second: route(second) },
      load,
    }),
  );
  const messages: Message[] = [createUserMessage({ content: "Go on" })];
  const call = { provider: "first", model: "m" };
  const { finish, replayState, blocks, message } = await assemble(
    runtime.stream({ ...call, messages }),
  )
    .then((assembler) => ({
      finish: assembler.finish,
      replayState: assembler.replayState,
      blocks: assembler.blocks(),
      message: assembler.message.bind(assembler),
    }));
  assertEquals(finish.kind, "tool-calls");
  messages.push(message({ kind: "model", ...call, replayState }));
  for (const block of blocks) {
    if (block.type !== "tool-call") continue;
    messages.push(
      createToolResultMessage({
        callId: block.id,
        content: "a",
        isError: false,
      }),
    );
  }

  const provider = first === second ? "first" : "second";
  await assemble(runtime.stream({ provider, model: "m", messages }));

  return { sent: server.got[1]!.body, diagnostics };
}

Deno.test("PiAiAdapter sends the items of OpenAI back as they came", async () => {
  const { sent, diagnostics } = await converse(
    "openai-responses",
    "openai-responses",
    RESPONSES,
  );

  const input = sent.input as unknown[];
  assertEquals(input.slice(1), [
    REASONING,
    {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "ls",
      arguments: "{}",
    },
    { type: "function_call_output", call_id: "call_1", output: "a" },
  ]);
  assertEquals(diagnostics, []);
});

Deno.test("PiAiAdapter sends the signatures of Anthropic back as they came", async () => {
  const { sent, diagnostics } = await converse(
    "anthropic-messages",
    "anthropic-messages",
    ANTHROPIC,
  );

  const [, said] = sent.messages as { content: unknown[] }[];
  assertEquals(said!.content, [
    { type: "thinking", thinking: "hm", signature: "EvQB+/==" },
    { type: "redacted_thinking", data: "Emw+/=" },
    { type: "tool_use", id: "toolu_1", name: "ls", input: {} },
  ]);
  assertEquals(diagnostics, []);
});

Deno.test("PiAiAdapter sends thinking back in the field it came in", async () => {
  const { sent, diagnostics } = await converse(
    "openai-completions",
    "openai-completions",
    COMPLETIONS,
  );

  const [, said] = sent.messages as Record<string, unknown>[];
  assertEquals(said!.reasoning_content, "hm");
  assertEquals(diagnostics, []);
});

const SWITCHES: readonly [PiAiApi, PiAiApi, () => Response][] = [
  ["openai-responses", "anthropic-messages", RESPONSES],
  ["openai-responses", "openai-completions", RESPONSES],
  ["anthropic-messages", "openai-responses", ANTHROPIC],
  ["anthropic-messages", "openai-completions", ANTHROPIC],
  ["openai-completions", "anthropic-messages", COMPLETIONS],
  ["openai-completions", "openai-responses", COMPLETIONS],
  ["openai-completions", "google-generative-ai", COMPLETIONS],
  ["anthropic-messages", "mistral-conversations", ANTHROPIC],
];

for (const [first, second, answer] of SWITCHES) {
  Deno.test(`PiAiAdapter goes on by ${second} with nothing that only ${first} knows`, async () => {
    const { sent, diagnostics } = await converse(first, second, answer);

    const text = JSON.stringify(sent);
    assertEquals(
      /rs_1|fc_1|gAAA|EvQB|Emw|reasoning_content|hm/.exec(text),
      null,
    );
    assertEquals(/"ls"/.test(text), true);
    assertEquals(diagnostics[0], "REPLAY_STATE_LEFT_OUT");
  });
}
