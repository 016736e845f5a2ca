import { assertEquals, assertStrictEquals } from "@std/assert";
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

Deno.test("BlockAssembler.replayState is undefined until a finish brings it", () => {
  assertStrictEquals(fold(text(0, "a")).replayState, undefined);
  assertStrictEquals(fold(finish("stop")).replayState, undefined);
});

for (
  const state of [null, 0, "s", [1], {}, { response: 1 }, { blocks: "no" }]
) {
  Deno.test(`BlockAssembler.replayState passes ${JSON.stringify(state)} on`, () => {
    const assembler = fold(
      end(0, callBlock),
      text(1, "a"),
      finish("max-tokens", state),
    );

    assertStrictEquals(assembler.replayState, state);
  });
}

Deno.test("BlockAssembler.replayState passes an envelope that fits on", () => {
  const state = { response: { id: "r" }, blocks: ["sig", null] };

  const assembler = fold(
    text(5, "a"),
    call(1, "c", "{}", "ls"),
    finish("tool-calls", state),
  );

  assertStrictEquals(assembler.replayState, state);
});

Deno.test("BlockAssembler.replayState drops the entries of dropped blocks", () => {
  const state = { response: { id: "r" }, blocks: [0, 1, 2, 3], extra: true };

  const assembler = fold(
    call(9, "c", "{", "ls"),
    text(1, "a"),
    end(0, callBlock),
    reasoning(2, "b"),
    finish("max-tokens", state),
  );

  assertEquals(assembler.replayState, {
    response: { id: "r" },
    blocks: [1, 3],
    extra: true,
  });
  assertEquals(state.blocks, [0, 1, 2, 3]);
});

Deno.test("BlockAssembler.replayState counts a block by the type it ended with", () => {
  const assembler = fold(
    start(0, "text"),
    end(0, callBlock),
    start(1, "tool-call"),
    end(1, { type: "text", text: "a" }),
    finish("max-tokens", { response: 1, blocks: ["call", "text"] }),
  );

  assertEquals(assembler.replayState, { response: 1, blocks: ["text"] });
});

for (const blocks of [[], [1], [1, 2, 3]]) {
  for (const kind of ["stop", "max-tokens"]) {
    Deno.test(`BlockAssembler.replayState is void with ${blocks.length} entries for 2 blocks after ${kind}`, () => {
      const assembler = fold(
        text(0, "a"),
        end(1, callBlock),
        finish(kind, { response: 1, blocks }),
      );

      assertStrictEquals(assembler.replayState, undefined);
    });
  }
}

Deno.test("BlockAssembler.replayState is readable with an open block of an unknown type", () => {
  const state = { response: 1, blocks: [null] };

  const assembler = fold(start(0, "chart"), finish("error", state));

  assertStrictEquals(assembler.replayState, state);
});
