import { assertEquals, assertThrows } from "@std/assert";
import { CallId, type ContentBlock } from "../../message.ts";
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

Deno.test("BlockAssembler.blocks() is empty at first", () => {
  assertEquals(new BlockAssembler().blocks(), []);
});

Deno.test("BlockAssembler.blocks() makes blocks of deltas alone", () => {
  const assembler = fold(
    reasoning(0, "think"),
    text(1, "Hel"),
    text(1, "lo"),
    call(2, "c", '{"p":', "ls"),
    call(2, "c", '"/"}'),
  );

  assertEquals(assembler.blocks(), [
    { type: "reasoning", text: "think" },
    { type: "text", text: "Hello" },
    { type: "tool-call", id: CallId("c"), name: "ls", arguments: '{"p":"/"}' },
  ]);
});

Deno.test("BlockAssembler.blocks() takes a block from its end", () => {
  const block: ContentBlock = { type: "text", text: "whole" };

  assertEquals(fold(start(0, "text"), text(0, "wh"), end(0, block)).blocks(), [
    block,
  ]);
});

Deno.test("BlockAssembler.blocks() takes a block that ends without a start", () => {
  assertEquals(fold(end(4, callBlock)).blocks(), [callBlock]);
});

Deno.test("BlockAssembler.blocks() has an empty block for a start alone", () => {
  assertEquals(fold(start(0, "text"), start(1, "tool-call")).blocks(), [
    { type: "text", text: "" },
    { type: "tool-call", id: CallId("call-1"), name: "", arguments: "" },
  ]);
});

Deno.test("BlockAssembler.blocks() is in first-seen order, not by index", () => {
  const assembler = fold(text(7, "a"), text(2, "b"), text(7, "c"));

  assertEquals(assembler.blocks(), [
    { type: "text", text: "ac" },
    { type: "text", text: "b" },
  ]);
});

Deno.test("BlockAssembler.blocks() keeps order when a later block ends first", () => {
  const assembler = fold(
    text(0, "a"),
    end(1, { type: "text", text: "b" }),
    end(0, { type: "text", text: "a" }),
  );

  assertEquals(assembler.blocks(), [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ]);
});

Deno.test("BlockAssembler.blocks() returns an array of the caller's own", () => {
  const assembler = fold(text(0, "a"));

  assembler.blocks().pop();

  assertEquals(assembler.blocks().length, 1);
});

Deno.test("BlockAssembler.blocks() follows what is pushed between calls", () => {
  const assembler = fold(text(0, "a"));
  const before = assembler.blocks();

  assembler.push(text(0, "b"));

  assertEquals(before, [{ type: "text", text: "a" }]);
  assertEquals(assembler.blocks(), [{ type: "text", text: "ab" }]);
});

Deno.test("BlockAssembler.blocks() names a call without an id after its index", () => {
  const assembler = fold(
    call(3, "", "{}", "ls"),
    end(5, { ...callBlock, id: CallId("") }),
  );

  assertEquals(
    assembler.blocks().map((block) => "id" in block && block.id),
    [CallId("call-3"), CallId("call-5")],
  );
});

Deno.test("BlockAssembler.blocks() leaves blank arguments raw", () => {
  assertEquals(fold(call(0, "c", "", "ls")).blocks(), [
    { type: "tool-call", id: CallId("c"), name: "ls", arguments: "" },
  ]);
});

for (const type of ["chart", "image", "tool-result"]) {
  Deno.test(`BlockAssembler.blocks() throws on an open block of type ${type}`, () => {
    const assembler = fold(text(0, "a"), start(3, type));

    const error = assertThrows(
      () => assembler.blocks(),
      LlmError,
      `Cannot assemble block 3: it is of type "${type}" and did not end`,
    );

    assertEquals(error.code, "MALFORMED_RESPONSE");
  });
}

Deno.test("BlockAssembler.blocks() has no tool calls after max-tokens", () => {
  const assembler = fold(
    call(0, "a", "{", "ls"),
    text(1, "b"),
    end(2, callBlock),
    finish("max-tokens"),
  );

  assertEquals(assembler.blocks(), [{ type: "text", text: "b" }]);
});

for (const kind of ["stop", "tool-calls", "error", "aborted", "paused"]) {
  Deno.test(`BlockAssembler.blocks() keeps tool calls after ${kind}`, () => {
    assertEquals(fold(end(0, callBlock), finish(kind)).blocks(), [callBlock]);
  });
}

Deno.test("BlockAssembler.interruptedBlocks() keeps text and reasoning in order", () => {
  const assembler = fold(
    reasoning(1, "think"),
    end(2, callBlock),
    call(3, "c", "{", "ls"),
    text(0, " a "),
    end(4, { type: "text", text: "b" }),
  );

  assertEquals(assembler.interruptedBlocks(), [
    { type: "reasoning", text: "think" },
    { type: "text", text: " a " },
    { type: "text", text: "b" },
  ]);
});

Deno.test("BlockAssembler.interruptedBlocks() drops what is blank", () => {
  const assembler = fold(
    start(0, "text"),
    reasoning(1, " \n"),
    end(2, { type: "text", text: "\t" }),
  );

  assertEquals(assembler.interruptedBlocks(), []);
});

Deno.test("BlockAssembler.interruptedBlocks() passes over an open block of an unknown type", () => {
  const assembler = fold(start(0, "chart"), text(1, "a"));

  assertEquals(assembler.interruptedBlocks(), [{ type: "text", text: "a" }]);
});
