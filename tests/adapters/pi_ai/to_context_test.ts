import { assertEquals, assertRejects } from "@std/assert";
import { resolvePiAiOptions } from "../../../adapters/pi_ai/resolve_options.ts";
import { toContext } from "../../../adapters/pi_ai/to_context.ts";
import {
  AttachmentId,
  CallId,
  type ContentBlock,
  type Message,
  MessageId,
} from "../../../message.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import type { AttachmentStore } from "../../../runtime/attachment_store.ts";
import { LlmError } from "../../../runtime/error.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { record, request } from "./_fake.ts";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
const store: AttachmentStore = { read: () => Promise.resolve(PNG) };

function message(
  role: Message["role"],
  content: ContentBlock[],
  replayState?: unknown,
): Message {
  const source = role === "assistant"
    ? { kind: "model" as const, provider: "gateway", model: "m", replayState }
    : { kind: "user" as const };
  return { id: MessageId("1"), role, content, source };
}

function text(text: string): ContentBlock {
  return { type: "text", text };
}

function call(id: string, args = "{}"): ContentBlock {
  return {
    type: "tool-call",
    id: CallId(id),
    name: `tool-${id}`,
    arguments: args,
  };
}

function result(id: string, ...content: ContentBlock[]): ContentBlock {
  return { type: "tool-result", toolCallId: CallId(id), content };
}

function image(bytes = PNG.length): ContentBlock {
  return {
    type: "image",
    attachment: {
      attachmentId: AttachmentId("A"),
      mediaType: "image/png",
      bytes,
    },
  };
}

/** Writes a conversation for a model that sees. */
async function context(
  messages: Message[],
  { fields = {}, attachments, input = ["text", "image"], maxImages = 20 }: {
    fields?: Partial<GenerateOptions>;
    attachments?: AttachmentStore;
    input?: string[];
    maxImages?: number;
  } = {},
) {
  const diagnostics: LlmDiagnostic[] = [];
  const written = await toContext(request({ ...fields, messages }), {
    model: record({ input }),
    config: resolvePiAiOptions({ routes: {}, attachments, maxImages }),
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    context: {
      diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
      response() {},
    },
  });
  return { ...written, diagnostics };
}

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

Deno.test("toContext() takes what results hold, however deep", async () => {
  const { messages } = await context([
    message("user", [result("1", text("a"), result("2", text("b"), image()))]),
  ], { attachments: store });

  assertEquals(messages[0]?.content, [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
    { type: "text", text: "[image: A, image/png]" },
    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
  ]);
});

Deno.test("toContext() writes images after the line that names them", async () => {
  const { messages } = await context(
    [message("user", [text("see"), image()])],
    { attachments: store },
  );

  assertEquals(messages[0]?.content, [
    { type: "text", text: "see" },
    { type: "text", text: "[image: A, image/png]" },
    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
  ]);
});

Deno.test("toContext() leaves out the oldest images of too many, and says so", async () => {
  const { messages, diagnostics } = await context([
    message("user", [image()]),
    message("user", [image()]),
  ], { attachments: store, maxImages: 1 });

  assertEquals(messages.map(({ content }) => typeof content), [
    "string",
    "object",
  ]);
  assertEquals(diagnostics.map(({ code }) => code), ["IMAGES_LEFT_OUT"]);
});

Deno.test("toContext() writes text for images a model does not take", async () => {
  const { messages } = await context([message("user", [image()])], {
    input: ["text"],
  });

  assertEquals(messages[0]?.content, "[image not shown: A, image/png]");
});

Deno.test("toContext() refuses an image without a store", async () => {
  const error = await assertRejects(
    () => context([message("user", [image()])]),
    LlmError,
    '"messages[0].content[0]"',
  );

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
});

Deno.test("toContext() refuses an image that is not what its reference says", async () => {
  const error = await assertRejects(
    () => context([message("user", [image(9)])], { attachments: store }),
    LlmError,
    '"messages[0].content[0]',
  );

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
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
