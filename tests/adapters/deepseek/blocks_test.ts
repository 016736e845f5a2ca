import { assert, assertEquals, assertFalse } from "@std/assert";
import { Blocks } from "../../../adapters/deepseek/blocks.ts";
import type { ToolCallFragment } from "../../../adapters/deepseek/payload_reader.ts";
import { CallId, type StreamChunk } from "../../../message.ts";

function setUp() {
  const chunks: StreamChunk[] = [];
  const odd: string[] = [];
  const blocks = new Blocks(
    (chunk) => void chunks.push(chunk),
    (code) => void odd.push(code),
  );
  return { blocks, chunks, odd };
}

function part(fragment: Partial<ToolCallFragment>): ToolCallFragment {
  return {
    index: undefined,
    id: "",
    name: "",
    arguments: "",
    opaque: undefined,
    ...fragment,
  };
}

const id = CallId("a");

Deno.test("Blocks opens a block at its first text and closes it at the end", () => {
  const { blocks, chunks } = setUp();

  blocks.text("Hel");
  blocks.text("lo");
  blocks.close({ complete: true });

  assertEquals(chunks, [
    { type: "block-start", index: 0, blockType: "text" },
    { type: "text-delta", index: 0, text: "Hel" },
    { type: "text-delta", index: 0, text: "lo" },
    { type: "block-end", index: 0, block: { type: "text", text: "Hello" } },
  ]);
});

Deno.test("Blocks opens a new block whenever the kind changes", () => {
  const { blocks, chunks } = setUp();

  blocks.reasoning("a");
  blocks.text("b");
  blocks.reasoning("c");
  blocks.close({ complete: true });

  assertEquals(chunks.filter(({ type }) => type === "block-end"), [
    { type: "block-end", index: 0, block: { type: "reasoning", text: "a" } },
    { type: "block-end", index: 1, block: { type: "text", text: "b" } },
    { type: "block-end", index: 2, block: { type: "reasoning", text: "c" } },
  ]);
});

Deno.test("Blocks closes text when a tool call starts, and calls at the end", () => {
  const { blocks, chunks } = setUp();

  blocks.text("a");
  blocks.toolCall(part({ index: 0, id: "a", name: "ls", arguments: "{}" }));
  blocks.text("b");
  blocks.close({ complete: true });

  assertEquals(
    chunks.map((chunk) => `${chunk.type} ${"index" in chunk && chunk.index}`),
    [
      "block-start 0",
      "text-delta 0",
      "block-end 0",
      "block-start 1",
      "tool-call-delta 1",
      "block-start 2",
      "text-delta 2",
      "block-end 2",
      "block-end 1",
    ],
  );
});

Deno.test("Blocks names a call with the delta that brings the name", () => {
  const { blocks, chunks } = setUp();

  blocks.toolCall(part({ index: 0, id: "a", name: "ls", arguments: "{" }));
  blocks.toolCall(part({ index: 0, arguments: "}" }));

  assertEquals(chunks.slice(1), [
    { type: "tool-call-delta", index: 0, id, argumentsDelta: "{", name: "ls" },
    { type: "tool-call-delta", index: 0, id, argumentsDelta: "}" },
  ]);
});

Deno.test("Blocks tells the whole name each time it grows", () => {
  const { blocks, chunks } = setUp();

  blocks.toolCall(part({ index: 0, id: "a", name: "ed" }));
  blocks.toolCall(part({ index: 0, name: "it" }));

  assertEquals(chunks.slice(1), [
    { type: "tool-call-delta", index: 0, id, argumentsDelta: "", name: "ed" },
    { type: "tool-call-delta", index: 0, id, argumentsDelta: "", name: "edit" },
  ]);
});

Deno.test("Blocks says nothing of a fragment without news", () => {
  const { blocks, chunks } = setUp();
  blocks.toolCall(part({ index: 0, id: "a", name: "ls" }));
  const before = chunks.length;

  blocks.toolCall(part({ index: 0, id: "a", name: "ls" }));

  assertEquals(chunks.length, before);
});

Deno.test("Blocks completes blank arguments with a last delta", () => {
  const { blocks, chunks } = setUp();

  blocks.toolCall(part({ index: 0, id: "a", name: "now", arguments: " " }));
  blocks.close({ complete: true });

  assertEquals(chunks.slice(2), [
    { type: "tool-call-delta", index: 0, id, argumentsDelta: "{}" },
    {
      type: "block-end",
      index: 0,
      block: { type: "tool-call", id, name: "now", arguments: " {}" },
    },
  ]);
});

Deno.test("Blocks leaves the arguments of a cut call as they are", () => {
  const { blocks, chunks } = setUp();

  blocks.toolCall(part({ index: 0, id: "a", name: "now" }));
  blocks.close({ complete: false });

  assertEquals(chunks.slice(2), [{
    type: "block-end",
    index: 0,
    block: { type: "tool-call", id, name: "now", arguments: "" },
  }]);
});

Deno.test("Blocks gives an id to a call that gets none", () => {
  const { blocks, chunks, odd } = setUp();

  blocks.toolCall(part({ name: "ls", arguments: "{}" }));
  blocks.close({ complete: true });

  const ids = chunks.flatMap((chunk) =>
    chunk.type === "tool-call-delta" ? [chunk.id] : []
  );
  assertEquals(ids, [CallId("call-0")]);
  assertEquals(odd, ["MISSING_TOOL_CALL_ID"]);
});

Deno.test("Blocks tells an id that comes late", () => {
  const { blocks, chunks } = setUp();
  blocks.toolCall(part({ index: 0, name: "ls", arguments: "{}" }));

  blocks.toolCall(part({ index: 0, id: "a" }));

  assertEquals(chunks.at(-1), {
    type: "tool-call-delta",
    index: 0,
    id,
    argumentsDelta: "",
  });
});

Deno.test("Blocks reports a call that gets no name", () => {
  const { blocks, odd } = setUp();

  blocks.toolCall(part({ id: "a", arguments: "{}" }));
  blocks.close({ complete: true });

  assertEquals(odd, ["MISSING_TOOL_CALL_NAME"]);
});

Deno.test("Blocks reports calls that share an index", () => {
  const { blocks, odd } = setUp();

  blocks.toolCall(part({ index: 0, id: "a" }));
  blocks.toolCall(part({ index: 0, id: "b" }));

  assertEquals(odd, ["SPLIT_TOOL_CALL"]);
});

Deno.test("Blocks opens a call after one that came whole, in pieces", () => {
  const { blocks } = setUp();

  blocks.toolCall(part({ name: "ls", arguments: '{"p":' }));
  blocks.toolCall(part({ arguments: "1}" }));
  blocks.toolCall(part({ name: "ls", arguments: "{}" }));

  const all = blocks.calls.map((call) => call.arguments);
  assertEquals(all, ['{"p":1}', "{}"]);
});

Deno.test("Blocks continues a call by the id that came late", () => {
  const { blocks } = setUp();

  blocks.toolCall(part({ index: 0, name: "ls" }));
  blocks.toolCall(part({ index: 0, id: "a" }));
  blocks.toolCall(part({ index: 1, id: "b", name: "cat" }));
  blocks.toolCall(part({ id: "a", arguments: "{}" }));

  const all = blocks.calls.map((call) => call.arguments);
  assertEquals(all, ["{}", ""]);
});

Deno.test("Blocks keeps deltas equal to arguments that came twice", () => {
  const { blocks, chunks, odd } = setUp();

  blocks.toolCall(part({ index: 0, id: "a", arguments: '{"p"' }));
  blocks.toolCall(part({ index: 0, arguments: '{"p":1}' }));
  blocks.close({ complete: true });

  const deltas = chunks.map((chunk) =>
    chunk.type === "tool-call-delta" ? chunk.argumentsDelta : ""
  );
  assertEquals(deltas.join(""), '{"p":1}');
  assertEquals(odd[0], "CUMULATIVE_ARGUMENTS");
});

Deno.test("Blocks keeps what the server wants back, one entry a block", () => {
  const { blocks } = setUp();

  blocks.text("a");
  blocks.toolCall(part({ id: "a", opaque: { x: 1 } }));
  blocks.toolCall(part({ id: "b" }));
  blocks.toolCall(part({ id: "a", opaque: { y: 2 } }));

  assertEquals(blocks.replayEntries(), [null, { x: 1, y: 2 }, null]);
});

Deno.test("Blocks counts every block", () => {
  const { blocks } = setUp();

  blocks.text("a");
  blocks.toolCall(part({ id: "a" }));

  assertEquals(blocks.count, 2);
});

const ENVELOPES = [
  '<｜DSML｜tool_calls><｜DSML｜invoke name="ls">',
  "<｜DSML｜function_calls>",
  "<|DSML|tool_calls>",
  "< | DSML | tool_calls>",
  "<｜｜DSML｜｜tool_calls>",
  'Sure.\n\n<｜DSML｜invoke name="ls">',
];
for (const text of ENVELOPES) {
  Deno.test(`Blocks notices the call in ${JSON.stringify(text)}`, () => {
    const { blocks } = setUp();

    for (const unit of text) blocks.text(unit);

    assert(blocks.hasUnparsedToolCall());
  });
}

Deno.test("Blocks notices a call in text that is closed already", () => {
  const { blocks } = setUp();

  blocks.text(ENVELOPES[0]!);
  blocks.reasoning("a");

  assert(blocks.hasUnparsedToolCall());
});

for (const text of ["DSML is a notation", "<b>tool_calls</b>", "a < b | c"]) {
  Deno.test(`Blocks notices no call in ${JSON.stringify(text)}`, () => {
    const { blocks } = setUp();

    blocks.text(text);

    assertFalse(blocks.hasUnparsedToolCall());
  });
}

Deno.test("Blocks looks for calls in text alone", () => {
  const { blocks } = setUp();

  blocks.reasoning(ENVELOPES[0]!);

  assertFalse(blocks.hasUnparsedToolCall());
});
