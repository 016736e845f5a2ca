import { assertEquals } from "@std/assert";
import type { PiAiApi } from "../../../adapters/pi_ai/protocols.ts";
import { parseToolArguments } from "../../../message.ts";
import { completionDelta, DONE } from "./_completions.ts";
import { messageBlock, messageEnd, messageStart } from "./_messages.ts";
import { play } from "./_play.ts";
import { type Outcome, reach } from "./_reach.ts";
import { callItem, responseEnd, responseStart } from "./_responses.ts";
import { WIRES } from "./_wires.ts";

/** What comes of an answer, with the codes of what was noticed. */
async function ask(
  api: PiAiApi,
  pieces: string[],
): Promise<Outcome & { noticed: string[] }> {
  await using server = play({ pieces });
  const { ask, diagnostics } = reach(api, server.url);
  const outcome = await ask();
  return { ...outcome, noticed: diagnostics.map(({ code }) => code) };
}

/** The calls of an answer, as id, name and arguments. */
function callsOf({ blocks }: Outcome): string[][] {
  return blocks.flatMap((block) =>
    block.type === "tool-call" ? [[block.id, block.name, block.arguments]] : []
  );
}

for (const { api, frames, length, finish } of WIRES) {
  Deno.test(`PiAiAdapter keeps the arguments of a call as they came by ${api}`, async () => {
    const raw = ['{ "n" : 1.0,', '"s":"\\u00e9"', ' , "n":2 }'];

    const outcome = await ask(
      api,
      frames({ calls: [{ id: "a", name: "ls", arguments: raw }] }),
    );

    assertEquals(outcome.finish, { kind: "tool-calls" });
    assertEquals(callsOf(outcome), [["a", "ls", raw.join("")]]);
  });

  Deno.test(`PiAiAdapter tells calls beside each other apart by ${api}`, async () => {
    const outcome = await ask(
      api,
      frames({
        text: ["Two"],
        calls: [
          { id: "a", name: "ls", arguments: ['{"p":', '"/"}'] },
          { id: "b", name: "ls", arguments: ['{"p":"/b"}'] },
        ],
      }),
    );

    assertEquals(outcome.finish, { kind: "tool-calls" });
    assertEquals(callsOf(outcome), [
      ["a", "ls", '{"p":"/"}'],
      ["b", "ls", '{"p":"/b"}'],
    ]);
  });

  for (const pieces of [[], [""]]) {
    Deno.test(`PiAiAdapter takes ${pieces.length} empty pieces for no arguments by ${api}`, async () => {
      const outcome = await ask(
        api,
        frames({ calls: [{ id: "a", name: "now", arguments: pieces }] }),
      );

      assertEquals(callsOf(outcome), [["a", "now", "{}"]]);
      const deltas = outcome.chunks.flatMap((chunk) =>
        chunk.type === "tool-call-delta" ? chunk.argumentsDelta : []
      );
      assertEquals(deltas.join(""), "{}");
      assertEquals(outcome.noticed, []);
    });
  }

  for (const raw of ['{"a":1', "[1]", "hello"]) {
    Deno.test(`PiAiAdapter passes on the arguments ${raw} and says so by ${api}`, async () => {
      const outcome = await ask(
        api,
        frames({ calls: [{ id: "a", name: "ls", arguments: [raw] }] }),
      );

      assertEquals(outcome.finish, { kind: "tool-calls" });
      assertEquals(callsOf(outcome), [["a", "ls", raw]]);
      assertEquals(outcome.noticed, ["MALFORMED_TOOL_ARGUMENTS"]);
    });
  }

  Deno.test(`PiAiAdapter makes no call of one that the limit has cut by ${api}`, async () => {
    const outcome = await ask(
      api,
      frames({
        text: ["Look"],
        calls: [{ id: "a", name: "write", arguments: ['{"text":"abc'] }],
        finish: length,
      }),
    );

    assertEquals(outcome.finish, { kind: "max-tokens" });
    assertEquals(outcome.blocks, [{ type: "text", text: "Look" }]);
  });

  Deno.test(`PiAiAdapter calls for tools whatever the server says by ${api}`, async () => {
    const outcome = await ask(
      api,
      frames({
        calls: [{ id: "a", name: "ls", arguments: ["{}"] }],
        finish,
      }),
    );

    assertEquals(outcome.finish, { kind: "tool-calls" });
  });

  Deno.test(`PiAiAdapter does not choke on large arguments by ${api}`, async () => {
    const text = "x".repeat(1_000);
    const pieces = ['{"text":"', ...Array(2_000).fill(text), '"}'];

    const { blocks } = await ask(
      api,
      frames({ calls: [{ id: "a", name: "write", arguments: pieces }] }),
    );

    const call = blocks[0]!;
    const value = call.type === "tool-call" && parseToolArguments(call);
    assertEquals((value as { text: string }).text.length, 2_000_000);
  });
}

/** An answer of one call, by openai-completions. */
function completionCall(...fragments: object[]): string[] {
  return [
    ...fragments.map((fragment) => completionDelta({ tool_calls: [fragment] })),
    completionDelta({}, "tool_calls"),
    DONE,
  ];
}

const FRAGMENTS: [string, object[], string[][]][] = [
  [
    "a call without an index",
    [{ id: "a", function: { name: "ls", arguments: "{}" } }],
    [["a", "ls", "{}"]],
  ],
  [
    "an empty id after a real one",
    [
      { index: 0, id: "a", function: { name: "ls", arguments: '{"p":' } },
      { index: 0, id: "", function: { arguments: '"/"}' } },
    ],
    [["a", "ls", '{"p":"/"}']],
  ],
  [
    "no id and no name after real ones",
    [
      { index: 0, id: "a", function: { name: "ls", arguments: '{"p":' } },
      { index: 0, id: null, function: { name: null, arguments: '"/"}' } },
    ],
    [["a", "ls", '{"p":"/"}']],
  ],
  [
    "a name that comes late",
    [
      { index: 0, id: "a", function: { name: "", arguments: "" } },
      { index: 0, id: "a", function: { name: "ls", arguments: "{}" } },
    ],
    [["a", "ls", "{}"]],
  ],
  [
    "arguments that are an object",
    [{ index: 0, id: "a", function: { name: "ls", arguments: { p: "/" } } }],
    [["a", "ls", '{"p":"/"}']],
  ],
  [
    "an id that is a number",
    [{ index: 0, id: 7, function: { name: "ls", arguments: "{}" } }],
    [["7", "ls", "{}"]],
  ],
  [
    "calls without ids",
    [
      { index: 0, function: { name: "ls", arguments: "{}" } },
      { index: 1, function: { name: "ls", arguments: "{}" } },
    ],
    [["call-0", "ls", "{}"], ["call-1", "ls", "{}"]],
  ],
];

for (const [what, fragments, calls] of FRAGMENTS) {
  Deno.test(`PiAiAdapter reads ${what} by openai-completions`, async () => {
    const outcome = await ask(
      "openai-completions",
      completionCall(...fragments),
    );

    assertEquals(outcome.finish, { kind: "tool-calls" });
    assertEquals(callsOf(outcome), calls);
  });
}

for (const oneRead of [false, true]) {
  const how = oneRead ? "in one read" : "event by event";

  Deno.test(`PiAiAdapter keeps input that comes whole, ${how}, by anthropic-messages`, async () => {
    const frames = [
      messageStart(),
      ...messageBlock(0, {
        type: "tool_use",
        id: "a",
        name: "ls",
        input: { p: "/" },
      }),
      ...messageEnd("tool_use", {}),
    ];

    const outcome = await ask(
      "anthropic-messages",
      oneRead ? [frames.join("")] : frames,
    );

    assertEquals(callsOf(outcome), [["a", "ls", '{"p":"/"}']]);
  });
}

Deno.test("PiAiAdapter takes a call whose block never ends for none by anthropic-messages", async () => {
  const block = messageBlock(
    0,
    { type: "tool_use", id: "a", name: "ls", input: {} },
    { type: "input_json_delta", partial_json: '{"p":' },
  );

  const { failure } = await ask("anthropic-messages", [
    messageStart(),
    ...block.slice(0, -1),
    ...messageEnd("tool_use", {}),
  ]);

  assertEquals(failure?.code, "MALFORMED_RESPONSE");
});

Deno.test("PiAiAdapter takes a call whose item never ends for none by openai-responses", async () => {
  const item = callItem(0, { id: "a", name: "ls", arguments: ['{"p":'] });

  const { failure } = await ask("openai-responses", [
    responseStart(),
    ...item.slice(0, -1),
    responseEnd("completed"),
  ]);

  assertEquals(failure?.code, "MALFORMED_RESPONSE");
});
