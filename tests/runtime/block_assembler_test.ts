import {
  assert,
  assertEquals,
  assertNotEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  CallId,
  type ContentBlock,
  type FinishReason,
  type MessageSource,
  type StreamChunk,
} from "../../message.ts";
import { BlockAssembler } from "../../runtime/block_assembler.ts";
import { LlmError } from "../../runtime/error.ts";
import {
  call,
  callBlock,
  end,
  finish,
  fold,
  reasoning,
  start,
  text,
} from "./_assembler_chunks.ts";

for (const index of [-1, 0.5, NaN, Infinity, 2 ** 53]) {
  Deno.test(`BlockAssembler.push() takes an index of ${index} as it comes`, () => {
    const assembler = fold(text(index, "a"), text(index, "b"));

    assertEquals(assembler.blocks(), [{ type: "text", text: "ab" }]);
  });
}

Deno.test("BlockAssembler.push() ignores deltas for a block that ended", () => {
  const assembler = fold(
    end(0, { type: "text", text: "whole" }),
    text(0, "more"),
    reasoning(0, "more"),
    end(1, callBlock),
    call(1, "other", "more", "other"),
  );

  assertEquals(assembler.blocks(), [
    { type: "text", text: "whole" },
    callBlock,
  ]);
});

Deno.test("BlockAssembler.push() ignores a second end", () => {
  const assembler = fold(
    end(0, { type: "text", text: "first" }),
    end(0, { type: "text", text: "second" }),
  );

  assertEquals(assembler.blocks(), [{ type: "text", text: "first" }]);
});

Deno.test("BlockAssembler.push() ignores a second start", () => {
  const assembler = fold(text(0, "a"), start(0, "reasoning"), text(0, "b"));

  assertEquals(assembler.blocks(), [{ type: "text", text: "ab" }]);
});

Deno.test("BlockAssembler.push() ignores a start for a block that ended", () => {
  const assembler = fold(end(0, callBlock), start(0, "text"), text(0, "a"));

  assertEquals(assembler.blocks(), [callBlock]);
});

Deno.test("BlockAssembler.push() never mixes reasoning into the answer", () => {
  const assembler = fold(text(0, "a"), reasoning(0, "secret"), text(0, "b"));

  assertEquals(assembler.blocks(), [{ type: "text", text: "ab" }]);
});

Deno.test("BlockAssembler.push() never mixes arguments into the answer", () => {
  const assembler = fold(text(0, "a"), call(0, "c", "{}", "ls"));

  assertEquals(assembler.blocks(), [{ type: "text", text: "a" }]);
});

Deno.test("BlockAssembler.push() ignores a delta of another kind than announced", () => {
  const assembler = fold(start(0, "reasoning"), text(0, "a"));

  assertEquals(assembler.blocks(), [{ type: "reasoning", text: "" }]);
});

Deno.test("BlockAssembler.push() lets an end change the kind of its block", () => {
  const assembler = fold(start(0, "text"), text(0, "a"), end(0, callBlock));

  assertEquals(assembler.blocks(), [callBlock]);
});

Deno.test("BlockAssembler.push() lets the last call id and name that say something win", () => {
  const assembler = fold(
    call(0, "", "", ""),
    call(0, "a", "", "read"),
    call(0, "", "{}", ""),
    call(0, "b", "", "write"),
    call(0, "", "", undefined),
  );

  assertEquals(assembler.blocks(), [
    { type: "tool-call", id: CallId("b"), name: "write", arguments: "{}" },
  ]);
});

Deno.test("BlockAssembler.push() completes an ended call from its deltas", () => {
  const assembler = fold(
    call(0, "a", "{}", "read"),
    end(0, { ...callBlock, id: CallId(""), name: "" }),
  );

  assertEquals(assembler.blocks(), [
    { type: "tool-call", id: CallId("a"), name: "read", arguments: "{}" },
  ]);
});

Deno.test("BlockAssembler.message() throws on an open block of an unknown type", () => {
  const assembler = fold(start(3, "chart"));

  assertThrows(() => assembler.message(), LlmError, "Cannot assemble block 3");
});

Deno.test("BlockAssembler.usage is undefined until some comes", () => {
  assertStrictEquals(fold(text(0, "a")).usage, undefined);
});

Deno.test("BlockAssembler.usage is what the response told last", () => {
  const first = { inputTokens: 1, outputTokens: 1 };
  const last = { inputTokens: 2, outputTokens: 2 };

  const assembler = fold(
    { type: "usage", usage: first },
    { type: "usage", usage: last },
  );

  assertEquals(assembler.usage, last);
});

Deno.test("BlockAssembler.finish is stop if none came", () => {
  assertEquals(fold(text(0, "a")).finish, { kind: "stop" });
});

Deno.test("BlockAssembler.finish is the reason that came", () => {
  const reason: FinishReason = {
    kind: "error",
    failure: { code: "SERVER", message: "down" },
  };

  assertEquals(fold({ type: "finish", reason }).finish, reason);
});

Deno.test("BlockAssembler.push() ignores everything after the finish", () => {
  const assembler = fold(
    text(0, "a"),
    finish("stop", "state"),
    text(0, "b"),
    start(1, "text"),
    end(0, callBlock),
    { type: "usage", usage: { inputTokens: 1, outputTokens: 1 } },
    finish("max-tokens", "other"),
    { type: "unheard-of" } as unknown as StreamChunk,
  );

  assertEquals(assembler.blocks(), [{ type: "text", text: "a" }]);
  assertStrictEquals(assembler.usage, undefined);
  assertEquals(assembler.finish, { kind: "stop" });
  assertStrictEquals(assembler.replayState, "state");
});

Deno.test("BlockAssembler.push() throws on a chunk of unknown type", () => {
  const assembler = fold(text(0, "a"));

  assertThrows(
    () => assembler.push({ type: "unheard-of" } as unknown as StreamChunk),
    TypeError,
    'Cannot handle stream chunk: got an object of type "unheard-of"',
  );

  assertEquals(assembler.blocks(), [{ type: "text", text: "a" }]);
});

Deno.test("BlockAssembler.push() takes a million deltas of one character", () => {
  const assembler = new BlockAssembler();
  const delta = text(0, "x");

  for (let count = 0; count < 1_000_000; count++) assembler.push(delta);

  const [block] = assembler.blocks();
  assert(block?.type === "text");
  assertStrictEquals(block.text, "x".repeat(1_000_000));
});

Deno.test("BlockAssembler.message() is a frozen assistant message of the blocks", () => {
  const message = fold(text(0, "a"), end(1, callBlock)).message();

  assertEquals(message.role, "assistant");
  assertEquals(message.content, [{ type: "text", text: "a" }, callBlock]);
  assertEquals(message.source, {
    kind: "plugin",
    plugin: "dsh-llm/assembler",
  });
  assert(Object.isFrozen(message.content[1]));
});

Deno.test("BlockAssembler.message() has a new id at each call", () => {
  const assembler = fold(text(0, "a"));

  assertNotEquals(assembler.message().id, assembler.message().id);
});

Deno.test("BlockAssembler.message() takes a source and adds no replay state", () => {
  const source: MessageSource = { kind: "model", provider: "p", model: "m" };

  const message = fold(finish("stop", { response: 1 })).message(source);

  assertEquals(message.source, source);
});

Deno.test("BlockAssembler.message() leaves the blocks of the stream unfrozen", () => {
  const block: ContentBlock = { type: "text", text: "a" };
  const assembler = fold(end(0, block));

  const message = assembler.message();

  assertNotStrictEquals(message.content[0], block);
  assert(!Object.isFrozen(block));
});

for (
  const [what, chunk, words] of [
    ["nothing", undefined, '"chunk" must be a stream chunk'],
    ["null", null, '"chunk" must be a stream chunk'],
    ["text without its text", { type: "text-delta", index: 3 }, "block 3"],
    [
      "reasoning that is no text",
      { type: "reasoning-delta", index: 3, text: 1 },
      "block 3",
    ],
    [
      "a tool call without its arguments",
      { type: "tool-call-delta", index: 3, id: "a" },
      "block 3",
    ],
    ["an end without its block", { type: "block-end", index: 3 }, "block 3"],
  ] as const
) {
  Deno.test(`BlockAssembler.push() refuses ${what} and keeps what came before`, () => {
    const assembler = fold(text(0, "a"));

    assertThrows(
      () => assembler.push(chunk as unknown as StreamChunk),
      TypeError,
      words,
    );

    assertEquals(assembler.interruptedBlocks(), [{ type: "text", text: "a" }]);
  });
}
