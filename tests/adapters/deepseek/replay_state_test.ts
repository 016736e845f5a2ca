import {
  assertEquals,
  assertNotStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  createReplayState,
  readReplayState,
} from "../../../adapters/deepseek/replay_state.ts";
import { LlmError } from "../../../runtime/error.ts";

const signed = { extra_content: { google: { thought_signature: "sig" } } };

Deno.test("createReplayState() keeps one entry a block", () => {
  const state = createReplayState([null, signed]);

  assertEquals(state, { response: { v: 1 }, blocks: [null, signed] });
});

Deno.test("createReplayState() is undefined when no block has anything to keep", () => {
  assertEquals(createReplayState([null, null]), undefined);
});

Deno.test("createReplayState() is undefined for a response without blocks", () => {
  assertEquals(createReplayState([]), undefined);
});

Deno.test("createReplayState() does not follow later changes of the list", () => {
  const entries = [signed];

  const state = createReplayState(entries);
  entries.push(signed);

  assertEquals(state?.blocks, [signed]);
});

Deno.test("readReplayState() reads back what was created", () => {
  const stored = JSON.parse(JSON.stringify(createReplayState([null, signed])));

  const reading = readReplayState(stored, { blockCount: 2 });

  assertEquals(reading, { blocks: [null, signed] });
});

Deno.test("readReplayState() returns copies", () => {
  const state = createReplayState([signed]);

  const { blocks } = readReplayState(state, { blockCount: 1 });

  assertEquals(blocks, [signed]);
  assertNotStrictEquals(blocks?.[0]?.["extra_content"], signed.extra_content);
});

Deno.test("readReplayState() tells an envelope of another version apart", () => {
  const reading = readReplayState({ response: { v: 2 }, parts: "new" }, {
    blockCount: 1,
  });

  assertEquals(reading, { unusable: "its version is 2, not 1" });
});

for (const blockCount of [1, 3]) {
  Deno.test(`readReplayState() has no use for 2 entries on ${blockCount} blocks`, () => {
    const state = createReplayState([null, signed]);

    const reading = readReplayState(state, { blockCount });

    assertEquals(reading, {
      unusable: `it tells of 2 blocks, not ${blockCount}`,
    });
  });
}

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

const MALFORMED: [what: string, value: unknown][] = [
  ["null", null],
  ["a string", "state"],
  ["an array", [{ v: 1 }]],
  ["an envelope without a response", { blocks: [null] }],
  ["a response that is null", { response: null, blocks: [null] }],
  ["a response without a version", { response: {}, blocks: [null] }],
  ["a version that is no integer", { response: { v: "1" }, blocks: [null] }],
  ["no blocks", { response: { v: 1 } }],
  ["blocks that are no list", { response: { v: 1 }, blocks: { 0: null } }],
  ["an entry that is text", { response: { v: 1 }, blocks: ["sig"] }],
  ["an entry that is a list", { response: { v: 1 }, blocks: [[]] }],
  ["a missing entry", { response: { v: 1 }, blocks: new Array(1) }],
  ["a function in an entry", {
    response: { v: 1 },
    blocks: [{ a: () => 1 }],
  }],
  ["a big integer in an entry", { response: { v: 1 }, blocks: [{ a: 1n }] }],
  ["NaN in an entry", { response: { v: 1 }, blocks: [{ a: [NaN] }] }],
  ["a cycle in an entry", { response: { v: 1 }, blocks: [cycle] }],
];

for (const [what, value] of MALFORMED) {
  Deno.test(`readReplayState() refuses ${what} as INVALID_REPLAY_STATE`, () => {
    const error = assertThrows(
      () => readReplayState(value, { blockCount: 1 }),
      LlmError,
    );

    assertEquals(error.code, "INVALID_REPLAY_STATE");
  });
}

Deno.test("readReplayState() names where a malformed envelope is", () => {
  const state = { response: { v: 1 }, blocks: [null, "sig"] };

  const error = assertThrows(
    () =>
      readReplayState(state, {
        blockCount: 2,
        path: "messages[4].source.replayState",
      }),
    LlmError,
  );

  assertStringIncludes(
    error.message,
    'Cannot read replay state: "messages[4].source.replayState.blocks[1]" must be an object or null',
  );
});
