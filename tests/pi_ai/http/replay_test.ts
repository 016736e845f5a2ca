import { assert, assertEquals } from "@std/assert";
import {
  type ContentBlock,
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
  type Message,
} from "../../../message.ts";
import { play, type Player } from "./_play.ts";
import { type Outcome, reachAll, type Reached } from "./_reach.ts";
import { completionDelta, DONE } from "./_completions.ts";
import { messageBlock, messageEnd, messageStart } from "./_messages.ts";
import { responseEnd, responseStart } from "./_responses.ts";
import { frame } from "./_script.ts";
import { type Wire, WIRES } from "./_wires.ts";

const SIGNATURE = "EqQBCgIYAhIM+/=é\u2028";
const ASKED = createUserMessage({ content: "Look around" });
const MORE = createUserMessage({ content: "Go on" });

/** Makes a message of an answer, and of what its tools said. */
function told(
  provider: string,
  { blocks, replayState }: Pick<Outcome, "blocks" | "replayState">,
): Message[] {
  const source = { provider, model: "m", replayState };
  const results = blocks.flatMap((block) =>
    block.type === "tool-call"
      ? [createToolResultMessage({ callId: block.id, content: "Done" })]
      : []
  );
  return [createAssistantMessage({ content: blocks, source }), ...results];
}

/** An answer with all that wants to go back. */
function signed(wire: Wire): string[] {
  return wire.frames({
    reasoning: ["Let me", " look"],
    signature: SIGNATURE,
    text: ["Looking"],
    calls: [{ id: "call_1", name: "list", arguments: ['{"path":"/"}'] }],
  });
}

/** Servers for two protocols, each a route of its name, and who asks them. */
function open(
  first: Wire,
  second: Wire,
): { servers: [Player, Player]; reached: Reached } {
  const servers: [Player, Player] = [
    play({ pieces: signed(first) }),
    play({ pieces: signed(second) }),
  ];
  return {
    servers,
    reached: reachAll({
      one: { api: first.api, baseURL: servers[0].url },
      two: { api: second.api, baseURL: servers[1].url },
    }),
  };
}

for (const wire of WIRES) {
  for (const other of WIRES.filter(({ api }) => api !== wire.api)) {
    Deno.test(`PiAiAdapter goes from ${wire.api} to ${other.api} and back`, async () => {
      const { servers: [mine, others], reached } = open(wire, other);
      await using _mine = mine;
      await using _others = others;
      const { ask, diagnostics } = reached;
      const conversation: Message[] = [ASKED];

      const first = await ask({ provider: "one", messages: conversation });
      conversation.push(...told("one", first), MORE);
      const second = await ask({ provider: "two", messages: conversation });
      conversation.push(...told("two", second), MORE);
      const third = await ask({ provider: "one", messages: conversation });

      assertEquals(third.finish, { kind: "tool-calls" });
      assertEquals(wire.signatures(mine.got[1]!.body), [
        wire.signed(SIGNATURE),
      ]);
      // Nobody gets what is another's: neither the thought nor its signature.
      assertEquals(other.signatures(others.got[0]!.body), []);
      assert(!others.got[0]!.text.includes("Let me look"));
      assertEquals(mine.got[1]!.text.split("Let me look").length, 2);
      assert(!mine.got[1]!.text.includes("No result"));
      assertEquals(diagnostics.map(({ code }) => code), [
        "REPLAY_STATE_LEFT_OUT",
        "REPLAY_STATE_LEFT_OUT",
      ]);
    });
  }

  Deno.test(`PiAiAdapter asks again under another model without what only the first knows by ${wire.api}`, async () => {
    await using server = play({ pieces: signed(wire) });
    const { ask, diagnostics } = reachAll({
      one: {
        api: wire.api,
        baseURL: server.url,
        models: [{ id: "m", reasoning: true }, { id: "n", reasoning: true }],
      },
    });

    const first = await ask({ messages: [ASKED] });
    const { finish } = await ask({
      model: "n",
      messages: [ASKED, ...told("one", first), MORE],
    });

    assertEquals(finish, { kind: "tool-calls" });
    assertEquals(wire.signatures(server.got[1]!.body), []);
    assertEquals(diagnostics.map(({ code }) => code), [
      "REPLAY_STATE_LEFT_OUT",
    ]);
  });

  Deno.test(`PiAiAdapter leaves out state of another version by ${wire.api}`, async () => {
    await using server = play({ pieces: signed(wire) });
    const { ask, diagnostics } = reachAll({
      one: { api: wire.api, baseURL: server.url },
    });
    const first = await ask({ messages: [ASKED] });
    const state = first.replayState as { response: object };
    const replayState = { ...state, response: { ...state.response, v: 0 } };

    const { finish } = await ask({
      messages: [
        ASKED,
        ...told("one", { blocks: first.blocks, replayState }),
        MORE,
      ],
    });

    assertEquals(finish, { kind: "tool-calls" });
    assertEquals(wire.signatures(server.got[1]!.body), []);
    assertEquals(diagnostics.map(({ code }) => code), [
      "REPLAY_STATE_LEFT_OUT",
    ]);
  });

  const damaged: [string, (state: { response: object }) => unknown][] = [
    ["a text", () => "state"],
    ["no version", ({ response: _, ...rest }) => ({ ...rest, response: {} })],
    ["no list of blocks", (state) => ({ ...state, blocks: {} })],
    [
      "a signature that is a number",
      (state) => ({ ...state, blocks: [{ thinkingSignature: 5 }, null, null] }),
    ],
  ];
  for (const [what, damage] of damaged) {
    Deno.test(`PiAiAdapter refuses state with ${what} before it asks by ${wire.api}`, async () => {
      await using server = play({ pieces: signed(wire) });
      const { ask } = reachAll({ one: { api: wire.api, baseURL: server.url } });
      const { blocks, replayState } = await ask({ messages: [ASKED] });
      const state = damage(replayState as { response: object });

      const { failure } = await ask({
        messages: [ASKED, ...told("one", { blocks, replayState: state }), MORE],
      });

      assertEquals(failure?.code, "INVALID_REPLAY_STATE");
      assert(failure?.message.includes('"messages[1].source.replayState'));
      assertEquals(server.got.length, 1);
    });
  }

  Deno.test(`PiAiAdapter keeps state as JSON does by ${wire.api}`, async () => {
    await using server = play({ pieces: signed(wire) });
    const { ask } = reachAll({ one: { api: wire.api, baseURL: server.url } });

    const { blocks, replayState } = await ask({ messages: [ASKED] });
    await ask({
      messages: [
        ASKED,
        ...told("one", {
          blocks,
          replayState: JSON.parse(JSON.stringify(replayState)),
        }),
        MORE,
      ],
    });

    assertEquals(wire.signatures(server.got[1]!.body), [
      wire.signed(SIGNATURE),
    ]);
  });
}

/** What a second request says of the answer to a first. */
async function sentBack(
  wire: Wire,
  pieces: string[],
  // deno-lint-ignore no-explicit-any
): Promise<{ body: any; blocks: ContentBlock[] }> {
  await using server = play({ pieces });
  const { ask } = reachAll({ one: { api: wire.api, baseURL: server.url } });
  const first = await ask({ messages: [ASKED] });
  await ask({ messages: [ASKED, ...told("one", first), MORE] });
  return { body: server.got[1]!.body, blocks: first.blocks };
}

const [completions, messages, responses] = WIRES as [Wire, Wire, Wire];

Deno.test("PiAiAdapter sends thinking back that nobody may read by anthropic-messages", async () => {
  const block = { type: "redacted_thinking", data: "RED+/==" };
  const { body, blocks } = await sentBack(messages, [
    messageStart(),
    ...messageBlock(0, block),
    ...messageBlock(
      1,
      { type: "text", text: "" },
      { type: "text_delta", text: "Hi" },
    ),
    ...messageEnd("end_turn", {}),
  ]);

  assertEquals(blocks, [
    { type: "reasoning", text: "" },
    { type: "text", text: "Hi" },
  ]);
  assertEquals(body.messages[1].content, [block, { type: "text", text: "Hi" }]);
});

Deno.test("PiAiAdapter sends encrypted thinking back by openai-responses", async () => {
  const item = {
    type: "reasoning",
    id: "rs_1",
    summary: [],
    encrypted_content: "gAAA+/=",
  };
  const { body, blocks } = await sentBack(responses, [
    responseStart(),
    frame({ type: "response.output_item.done", output_index: 0, item }),
    frame({
      type: "response.output_item.done",
      output_index: 1,
      item: {
        type: "message",
        id: "msg_1",
        content: [{ type: "output_text", text: "Hi" }],
      },
    }),
    responseEnd("completed"),
  ]);

  assertEquals(blocks, [
    { type: "reasoning", text: "" },
    { type: "text", text: "Hi" },
  ]);
  assertEquals(body.input[1], item);
  assertEquals(body.input[2].id, "msg_1");
});

for (const field of ["reasoning_content", "reasoning", "reasoning_text"]) {
  Deno.test(`PiAiAdapter sends ${field} back under its name by openai-completions`, async () => {
    const { body, blocks } = await sentBack(completions, [
      completionDelta({ [field]: "Hm" }),
      completionDelta({ content: "Hi" }),
      completionDelta({}, "stop"),
      DONE,
    ]);

    assertEquals(blocks[0], { type: "reasoning", text: "Hm" });
    assertEquals(body.messages[1], {
      role: "assistant",
      content: "Hi",
      [field]: "Hm",
    });
  });
}

Deno.test("PiAiAdapter sends details of thinking back by openai-completions", async () => {
  const details = [{ type: "reasoning.encrypted", id: "r1", data: "ENC+/=" }];
  const { body } = await sentBack(completions, [
    completionDelta({ reasoning_details: details }),
    completionDelta({ content: "Hi" }),
    completionDelta({}, "stop"),
    DONE,
  ]);

  assertEquals(body.messages[1].reasoning_details, details);
});
