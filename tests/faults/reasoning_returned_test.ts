// Faults of a client: thinking and marks of the server's own that it does not
// send back with the results of tools, for which the server refuses it.
import { assertEquals } from "@std/assert";
import {
  DeepSeekAdapter,
  type DeepSeekOptions,
} from "../../adapters/deepseek/mod.ts";
import {
  assemble,
  type BlockAssembler,
  CallId,
  createToolResultMessage,
  createUserMessage,
  LlmRuntime,
  type Message,
} from "../../mod.ts";
import { mockDeepSeek, type MockReply } from "../../testing/mod.ts";
import { answer, calls, end } from "./_wire.ts";

const toolCalls = [{ id: "a", name: "ls", arguments: "{}" }];
const user = createUserMessage({ content: "Hi" });

function resultOf(id: string): Message {
  return createToolResultMessage({
    callId: CallId(id),
    content: "none",
    isError: false,
  });
}

/** The turn of an assembled answer, as the model's own. */
function turnOf(response: BlockAssembler): Message {
  return response.message({
    kind: "model",
    provider: "any",
    model: "m",
    ...(response.replayState !== undefined &&
      { replayState: response.replayState }),
  });
}

/** Asks twice, with what came first in the second request: its assistant turn. */
async function returned(
  reply: MockReply,
  options: DeepSeekOptions = {},
): Promise<unknown> {
  const { fetch, requests } = mockDeepSeek([reply, { text: "ok" }]);
  const runtime = new LlmRuntime();
  runtime.registerAdapter(
    ["any"],
    new DeepSeekAdapter({ apiKey: "sk-1", fetch, ...options }),
  );
  const ask = (messages: Message[]) =>
    assemble(runtime.stream({ provider: "any", model: "m", messages }));

  const first = await ask([user]);
  await ask([user, turnOf(first), resultOf("a")]);

  const body = requests[1]?.body as { messages: { role: string }[] };
  return body.messages.find(({ role }) => role === "assistant");
}

const call = {
  id: "a",
  type: "function",
  function: { name: "ls", arguments: "{}" },
};

const TURNS: [
  fault: string,
  reply: MockReply,
  options: DeepSeekOptions,
  turn: object,
][] = [
  [
    "thinking before a tool call",
    { reasoning: "Hm", toolCalls },
    {},
    { content: "", reasoning_content: "Hm", tool_calls: [call] },
  ],
  [
    "thinking and text before a tool call",
    { reasoning: "Hm", text: "So", toolCalls },
    {},
    { content: "So", reasoning_content: "Hm", tool_calls: [call] },
  ],
  [
    "a tool call without thinking",
    { toolCalls },
    {},
    { content: "", reasoning_content: "", tool_calls: [call] },
  ],
  [
    "a tool call of a model that does not think",
    { toolCalls },
    { thinking: "disabled" },
    { content: "", tool_calls: [call] },
  ],
  [
    "marks of the server's own on a tool call",
    {
      body: answer(
        calls({ index: 0, ...call, extra_content: { google: { sig: "s" } } }),
        end("tool_calls"),
      ),
    },
    {},
    {
      content: "",
      reasoning_content: "",
      tool_calls: [{ ...call, extra_content: { google: { sig: "s" } } }],
    },
  ],
];

for (const [fault, reply, options, turn] of TURNS) {
  Deno.test(`DeepSeekAdapter sends back ${fault}`, async () => {
    const sent = await returned(reply, options);

    assertEquals(sent, { role: "assistant", ...turn });
  });
}
