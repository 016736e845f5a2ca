import { assertEquals, assertThrows } from "@std/assert";
import {
  createReplayState,
  readReplayState,
  replayEntry,
} from "../../../adapters/pi_ai/replay_state.ts";
import { LlmError } from "../../../runtime/error.ts";
import { answer, record } from "./_fake.ts";

const response = {
  v: 1 as const,
  api: "openai-completions",
  provider: "gateway",
  model: "m",
};
const read = { blockCount: 1, model: record(), path: "at" };

Deno.test("replayEntry() keeps what belongs to a block, and no more", () => {
  const entries = [
    replayEntry({ type: "text", text: "a", textSignature: "t" }),
    replayEntry({
      type: "thinking",
      thinking: "a",
      thinkingSignature: "s",
      redacted: true,
    }),
    replayEntry({
      type: "toolCall",
      id: "a|b",
      name: "ls",
      arguments: {},
      thoughtSignature: "g",
      namespace: "n",
    }, "a"),
    replayEntry({ type: "toolCall", id: "a", name: "ls", arguments: {} }, "a"),
    replayEntry({ type: "text", text: "a", textSignature: "" }),
    replayEntry(undefined),
  ];

  assertEquals(entries, [
    { textSignature: "t" },
    { thinkingSignature: "s", redacted: true },
    { thoughtSignature: "g", namespace: "n", id: "a|b" },
    null,
    null,
    null,
  ]);
});

Deno.test("createReplayState() makes lossless JSON of what a later request needs", () => {
  const state = createReplayState(
    answer({
      responseId: "r",
      responseModel: "m2",
      providerThinkingLevel: "high",
    }),
    [null],
  );

  assertEquals(state, {
    response: {
      v: 1,
      api: "openai-completions",
      provider: "gateway",
      model: "m",
      responseId: "r",
      responseModel: "m2",
      providerThinkingLevel: "high",
    },
    blocks: [null],
  });
  assertEquals(JSON.parse(JSON.stringify(state)), state);
});

Deno.test("readReplayState() gives back what was stored", () => {
  const stored = {
    response: { ...response, responseId: "r" },
    blocks: [{ thinkingSignature: "s", redacted: true }],
  };

  assertEquals(readReplayState(structuredClone(stored), read), {
    state: stored,
  });
});

Deno.test("readReplayState() drops what it does not know", () => {
  const { state } = readReplayState({
    response: { ...response, extra: 1 },
    blocks: [{ extra: 1 }],
  }, read);

  assertEquals(state, { response, blocks: [{}] });
});

const UNUSABLE: readonly [string, unknown, string][] = [
  ["of an older version", { response: { v: 0 } }, "its version is 0, not 1"],
  [
    "of a newer version",
    { response: { v: 2 }, blocks: 1 },
    "its version is 2, not 1",
  ],
  ["of another model", {
    response: { ...response, model: "n" },
    blocks: [null],
  }, "it is of another model"],
  ["of another provider", {
    response: { ...response, provider: "n" },
    blocks: [null],
  }, "it is of another model"],
  ["of another protocol", {
    response: { ...response, api: "n" },
    blocks: [null],
  }, "it is of another model"],
  [
    "of more blocks",
    { response, blocks: [null, null] },
    "it tells of 2 blocks, not 1",
  ],
];

for (const [name, value, unusable] of UNUSABLE) {
  Deno.test(`readReplayState() has no use for an envelope ${name}`, () => {
    assertEquals(readReplayState(value, read), { unusable });
  });
}

const MALFORMED: readonly [string, unknown, string][] = [
  ["null", null, '"at" must be an object'],
  ["a list", [], '"at" must be an object'],
  ["no version", { blocks: [] }, '"at.response.v" must be an integer'],
  [
    "half a version",
    { response: { v: 1.5 } },
    '"at.response.v" must be an integer',
  ],
  [
    "no protocol",
    { response: { ...response, api: undefined }, blocks: [] },
    '"at.response.api" must be given',
  ],
  ["a model that is no text", {
    response: { ...response, model: 1 },
    blocks: [],
  }, '"at.response.model" must be a string'],
  ["a name that is no text", {
    response: { ...response, responseId: 1 },
    blocks: [],
  }, '"at.response.responseId" must be a string'],
  ["no blocks", { response }, '"at.blocks" must be an array'],
  [
    "an entry that is none",
    { response, blocks: [1] },
    '"at.blocks[0]" must be an object or null',
  ],
  [
    "a signature that is no text",
    { response, blocks: [{ textSignature: 1 }] },
    '"at.blocks[0].textSignature" must be a string',
  ],
  [
    "a switch that is none",
    { response, blocks: [{ redacted: "no" }] },
    '"at.blocks[0].redacted" must be a boolean',
  ],
];

for (const [name, value, message] of MALFORMED) {
  Deno.test(`readReplayState() refuses ${name}`, () => {
    const error = assertThrows(
      () => readReplayState(value, read),
      LlmError,
      message,
    );

    assertEquals(error.code, "INVALID_REPLAY_STATE");
  });
}
