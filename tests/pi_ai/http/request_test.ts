import { assertEquals } from "@std/assert";
import type { PiAiApi } from "../../../adapters/pi_ai/protocols.ts";
import {
  CallId,
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
  type Message,
} from "../../../message.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { play } from "./_play.ts";
import { reach } from "./_reach.ts";
import { WIRES } from "./_wires.ts";

const TOOL = {
  name: "list",
  description: "Lists",
  parameters: { type: "object", properties: { path: { type: "string" } } },
};

const MESSAGES: Message[] = [
  createUserMessage({ content: "Look" }),
  createAssistantMessage({
    content: [
      { type: "reasoning", text: "Nobody asked for this" },
      { type: "text", text: "Looking" },
      {
        type: "tool-call",
        id: CallId("call_1"),
        name: "list",
        arguments: '{"path":"/"}',
      },
      {
        type: "tool-call",
        id: CallId("call_2"),
        name: "list",
        arguments: "",
      },
    ],
    source: { provider: "elsewhere", model: "x" },
  }),
  createToolResultMessage({ callId: CallId("call_1"), content: "a.txt" }),
  createToolResultMessage({
    callId: CallId("call_2"),
    content: "No such path",
    isError: true,
  }),
  createUserMessage({ content: "Go on" }),
];

/** What a request comes to. */
async function sent(
  api: PiAiApi,
  request: Partial<GenerateOptions>,
  // deno-lint-ignore no-explicit-any
): Promise<any> {
  await using server = play({ status: 500 });
  await reach(api, server.url).ask(request);
  return server.got[0]!.body;
}

const CONVERSATION: Partial<GenerateOptions> = {
  system: "Be brief",
  messages: MESSAGES,
  tools: [TOOL],
  temperature: 0.5,
  topP: 0.25,
  maxTokens: 100,
  stop: ["END"],
  toolChoice: "required",
  providerOptions: { user: "u1", model: "other" },
};

Deno.test("PiAiAdapter writes a conversation for openai-completions", async () => {
  const body = await sent("openai-completions", {
    ...CONVERSATION,
    seed: 7,
    responseFormat: { type: "json" },
  });

  assertEquals(body, {
    model: "m",
    messages: [
      { role: "system", content: "Be brief" },
      { role: "user", content: "Look" },
      {
        role: "assistant",
        content: "Looking",
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "list", arguments: '{"path":"/"}' },
          },
          {
            id: "call_2",
            type: "function",
            function: { name: "list", arguments: "{}" },
          },
        ],
      },
      { role: "tool", content: "a.txt", tool_call_id: "call_1" },
      { role: "tool", content: "No such path", tool_call_id: "call_2" },
      { role: "user", content: "Go on" },
    ],
    stream: true,
    stream_options: { include_usage: true },
    store: false,
    tools: [{ type: "function", function: TOOL }],
    temperature: 0.5,
    top_p: 0.25,
    max_completion_tokens: 100,
    stop: ["END"],
    seed: 7,
    tool_choice: "required",
    response_format: { type: "json_object" },
    user: "u1",
  });
});

Deno.test("PiAiAdapter writes a conversation for anthropic-messages", async () => {
  const body = await sent("anthropic-messages", CONVERSATION);

  const cached = { cache_control: { type: "ephemeral" } };
  assertEquals(body, {
    model: "m",
    system: [{ type: "text", text: "Be brief", ...cached }],
    messages: [
      { role: "user", content: "Look" },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Looking" },
          {
            type: "tool_use",
            id: "call_1",
            name: "list",
            input: { path: "/" },
          },
          { type: "tool_use", id: "call_2", name: "list", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "call_1",
            content: "a.txt",
            is_error: false,
          },
          {
            type: "tool_result",
            tool_use_id: "call_2",
            content: "No such path",
            is_error: true,
          },
        ],
      },
      {
        role: "user",
        content: [{ type: "text", text: "Go on", ...cached }],
      },
    ],
    stream: true,
    thinking: { type: "disabled" },
    tools: [{
      name: "list",
      description: "Lists",
      eager_input_streaming: true,
      input_schema: { ...TOOL.parameters, required: [] },
      ...cached,
    }],
    temperature: 0.5,
    top_p: 0.25,
    max_tokens: 100,
    stop_sequences: ["END"],
    tool_choice: { type: "any" },
    user: "u1",
  });
});

Deno.test("PiAiAdapter writes a conversation for openai-responses", async () => {
  const schema = { type: "object", properties: {} };
  const body = await sent("openai-responses", {
    ...CONVERSATION,
    toolChoice: { name: "list" },
    responseFormat: { type: "json-schema", name: "answer", schema },
  });

  assertEquals(body, {
    model: "m",
    input: [
      { role: "developer", content: "Be brief" },
      { role: "user", content: [{ type: "input_text", text: "Look" }] },
      {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: "Looking", annotations: [] }],
        status: "completed",
        id: body.input[2].id,
      },
      {
        type: "function_call",
        call_id: "call_1",
        name: "list",
        arguments: '{"path":"/"}',
      },
      {
        type: "function_call",
        call_id: "call_2",
        name: "list",
        arguments: "{}",
      },
      { type: "function_call_output", call_id: "call_1", output: "a.txt" },
      {
        type: "function_call_output",
        call_id: "call_2",
        output: "No such path",
      },
      { role: "user", content: [{ type: "input_text", text: "Go on" }] },
    ],
    stream: true,
    store: false,
    tools: [{ type: "function", ...TOOL }],
    reasoning: { effort: "none" },
    temperature: 0.5,
    top_p: 0.25,
    max_output_tokens: 100,
    tool_choice: { type: "function", name: "list" },
    text: { format: { type: "json_schema", name: "answer", schema } },
    user: "u1",
  });
});

for (const { api } of WIRES) {
  Deno.test(`PiAiAdapter refuses what ${api} has no place for before it asks`, async () => {
    await using server = play({ status: 500 });
    const { ask } = reach(api, server.url);

    const { failure } = await ask(
      api === "openai-completions"
        ? { providerOptions: { count: 1n } }
        : { seed: 7 },
    );

    assertEquals(failure?.code, "UNSUPPORTED_OPTION");
    assertEquals(server.got.length, 0);
  });

  Deno.test(`PiAiAdapter refuses an effort that is none before it asks by ${api}`, async () => {
    await using server = play({ status: 500 });

    const { failure } = await reach(api, server.url).ask({
      reasoningEffort: "enormous" as never,
    });

    assertEquals(failure?.code, "UNSUPPORTED_REASONING_EFFORT");
    assertEquals(server.got.length, 0);
  });

  Deno.test(`PiAiAdapter tells the model how hard to think by ${api}`, async () => {
    const body = await sent(api, { reasoningEffort: "high" as never });

    const { reasoning_effort, reasoning, thinking } = body;
    assertEquals(
      reasoning_effort ?? reasoning?.effort ?? thinking?.type,
      api === "anthropic-messages" ? "enabled" : "high",
    );
  });
}
