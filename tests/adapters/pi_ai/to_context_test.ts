import { assertEquals, assertRejects } from "@std/assert";
import type { ContentBlock, Message } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";
import {
  call,
  context,
  image,
  message,
  result,
  store,
  text,
} from "./_conversation.ts";

Deno.test("toContext() writes system slot and tools", async () => {
  const tools = [{
    name: "ls",
    description: "Lists",
    parameters: { type: "object" },
  }];

  const { systemPrompt, ...rest } = await context([], {
    fields: { system: "Be", tools },
  });

  assertEquals([systemPrompt, rest.tools], ["Be", tools]);
});

Deno.test("toContext() writes neither where there is none", async () => {
  const written = await context([], { fields: { system: "", tools: [] } });

  assertEquals(Object.keys(written), ["messages", "diagnostics"]);
});

Deno.test("toContext() joins texts with nothing between", async () => {
  const { messages } = await context([
    message("system", [text("a"), text("b")]),
    message("user", [text("c"), text("d")]),
  ]);

  assertEquals(messages, [
    { role: "system", content: "ab", timestamp: 0 },
    { role: "user", content: "cd", timestamp: 0 },
  ]);
});

Deno.test("toContext() writes what a model said as nobody's, without replay state", async () => {
  const { messages } = await context([
    message("assistant", [
      { type: "reasoning", text: "hm" },
      text("a"),
      call("1", '{"p":1}'),
      call("2", " "),
      call("3", "no JSON"),
    ]),
  ]);

  const [said] = messages;
  assertEquals(
    said?.role === "assistant" &&
      [said.api, said.provider, said.model, said.stopReason],
    ["", "", "", "toolUse"],
  );
  assertEquals(said?.content, [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "a" },
    { type: "toolCall", id: "1", name: "tool-1", arguments: { p: 1 } },
    { type: "toolCall", id: "2", name: "tool-2", arguments: {} },
    { type: "toolCall", id: "3", name: "tool-3", arguments: {} },
  ]);
});

Deno.test("toContext() writes what a model said as its own, with its replay state", async () => {
  const { messages, diagnostics } = await context([
    message("assistant", [{ type: "reasoning", text: "hm" }, call("1")], {
      response: {
        v: 1,
        api: "openai-completions",
        provider: "gateway",
        model: "m",
        responseId: "r",
      },
      blocks: [{ thinkingSignature: "s" }, { id: "1|fc" }],
    }),
    message("user", [result("1", text("ok"))]),
  ]);

  const [said, got] = messages;
  assertEquals(
    said?.role === "assistant" &&
      [said.api, said.provider, said.model, said.responseId],
    ["openai-completions", "gateway", "m", "r"],
  );
  assertEquals(said?.content, [
    { type: "thinking", thinking: "hm", thinkingSignature: "s" },
    { type: "toolCall", id: "1|fc", name: "tool-1", arguments: {} },
  ]);
  assertEquals(got?.role === "toolResult" && [got.toolCallId, got.toolName], [
    "1|fc",
    "tool-1",
  ]);
  assertEquals(diagnostics, []);
});

Deno.test("toContext() leaves replay state out that is of no use, and says so", async () => {
  const { messages, diagnostics } = await context([
    message("assistant", [text("a")], { response: { v: 0 } }),
  ]);

  assertEquals(messages[0]?.role === "assistant" && messages[0].api, "");
  assertEquals(diagnostics, [{
    code: "REPLAY_STATE_LEFT_OUT",
    message:
      'Left out "messages[0].source.replayState": its version is 0, not 1',
  }]);
});

Deno.test("toContext() refuses damaged replay state", async () => {
  const error = await assertRejects(
    () => context([message("assistant", [text("a")], "damaged")]),
    LlmError,
    '"messages[0].source.replayState"',
  );

  assertEquals(error.code, "INVALID_REPLAY_STATE");
});

Deno.test("toContext() puts results after the turn that called for them", async () => {
  const { messages } = await context([
    message("assistant", [call("1"), call("2")]),
    message("user", [text("wait")]),
    message("user", [text("here"), result("1", text("a"))]),
    message("user", [
      { ...result("2", text("b")), isError: true } as ContentBlock,
    ]),
  ]);

  assertEquals(messages.slice(1), [
    {
      role: "toolResult",
      toolCallId: "1",
      toolName: "tool-1",
      content: [{ type: "text", text: "a" }],
      isError: false,
      timestamp: 0,
    },
    {
      role: "toolResult",
      toolCallId: "2",
      toolName: "tool-2",
      content: [{ type: "text", text: "b" }],
      isError: true,
      timestamp: 0,
    },
    { role: "user", content: "wait", timestamp: 0 },
    { role: "user", content: "here", timestamp: 0 },
  ]);
});

Deno.test("toContext() takes a result of a call that nobody made", async () => {
  const { messages } = await context([message("user", [result("1")])]);

  assertEquals(messages, [
    {
      role: "toolResult",
      toolCallId: "1",
      toolName: "tool",
      content: [],
      isError: false,
      timestamp: 0,
    },
  ]);
});

const REFUSED: readonly [string, Message, string][] = [
  [
    "a block of a kind of its own",
    message("user", [{ type: "chart" } as unknown as ContentBlock]),
    '"messages[0].content[0]"',
  ],
  [
    "thinking of a user",
    message("user", [{ type: "reasoning", text: "" }]),
    '"messages[0].content[0]"',
  ],
  [
    "an image of a system",
    message("system", [image()]),
    '"messages[0].content[0]"',
  ],
  [
    "an image of a model",
    message("assistant", [image()]),
    '"messages[0].content[0]"',
  ],
  ["a role of its own", message("judge" as "user", []), '"messages[0].role"'],
];

for (const [name, wrong, path] of REFUSED) {
  Deno.test(`toContext() refuses ${name}`, async () => {
    const error = await assertRejects(
      () => context([wrong], { attachments: store }),
      LlmError,
      path,
    );

    assertEquals(error.code, "UNSUPPORTED_CONTENT");
  });
}
