import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { ReasoningEffortId } from "../../message.ts";
import { LlmError } from "../../runtime/error.ts";
import type { LlmResolvedModelInfo } from "../../runtime/model_info.ts";
import { checkResolvedModel } from "../../runtime/check_resolved_model.ts";

const ASKED = { provider: "p", model: "m" };

const HIGH = { id: ReasoningEffortId("high"), name: "High" };
const BARE: LlmResolvedModelInfo = { provider: "p", id: "m", name: "M" };
const FULL: LlmResolvedModelInfo = {
  ...BARE,
  description: "Does it all",
  inputModalities: ["text", "image"],
  context: { contextWindow: 1000 },
  defaultMaxTokens: 100,
  reasoning: {
    efforts: [HIGH, {
      id: ReasoningEffortId("low"),
      name: "Low",
      description: "Quick",
    }],
    defaultEffort: HIGH.id,
  },
};

const WRONG: readonly [string, unknown, string][] = [
  ["nothing", undefined, "INVALID_MODEL_INFO"],
  ["null", null, "INVALID_MODEL_INFO"],
  ["a string", "m", "INVALID_MODEL_INFO"],
  ["another provider", { ...BARE, provider: "q" }, "INVALID_MODEL_INFO"],
  ["another model", { ...BARE, id: "n" }, "INVALID_MODEL_INFO"],
  ["no name", { ...BARE, name: undefined }, "INVALID_MODEL_INFO"],
  ["an empty name", { ...BARE, name: "" }, "INVALID_MODEL_INFO"],
  ["a wrong description", { ...BARE, description: 1 }, "INVALID_MODEL_INFO"],
  [
    "modalities that are not a list",
    { ...BARE, inputModalities: "text" },
    "INVALID_MODEL_INFO",
  ],
  [
    "an empty modality",
    { ...BARE, inputModalities: [""] },
    "INVALID_MODEL_INFO",
  ],
  [
    "modalities with a hole",
    { ...BARE, inputModalities: new Array(1) },
    "INVALID_MODEL_INFO",
  ],
  ["a null context", { ...BARE, context: null }, "INVALID_MODEL_CONTEXT"],
  ...[undefined, 0, -1, 1.5, NaN, Infinity, "1000"].map((
    contextWindow,
  ): [string, unknown, string] => [
    `context window ${contextWindow}`,
    { ...BARE, context: { contextWindow } },
    "INVALID_MODEL_CONTEXT",
  ]),
  ...[null, 0, -1, 1.5, NaN, 2 ** 53, "100"].map((
    defaultMaxTokens,
  ): [string, unknown, string] => [
    `default output cap ${defaultMaxTokens}`,
    { ...BARE, defaultMaxTokens },
    "INVALID_MODEL_MAX_TOKENS",
  ]),
  ...([
    ["null for reasoning", null],
    ["reasoning without efforts", {}],
    ["no effort at all", { efforts: [] }],
    ["efforts that are not a list", { efforts: "high" }],
    ["a null effort", { efforts: [null] }],
    ["an effort without id", { efforts: [{ name: "High" }] }],
    ["an effort with an empty id", { efforts: [{ id: "", name: "High" }] }],
    ["an effort without name", { efforts: [{ id: "high" }] }],
    ["an effort with a wrong description", {
      efforts: [{ ...HIGH, description: 1 }],
    }],
    ["an effort twice", { efforts: [HIGH, { ...HIGH, name: "Other" }] }],
    ["a default that is not an effort", {
      efforts: [HIGH],
      defaultEffort: "low",
    }],
  ] as const).map(([name, reasoning]): [string, unknown, string] => [
    name,
    { ...BARE, reasoning },
    "INVALID_MODEL_REASONING",
  ]),
];

for (const [name, info, code] of WRONG) {
  Deno.test(`checkResolvedModel() refuses ${name} as ${code}`, () => {
    const error = assertThrows(
      () => checkResolvedModel(info as LlmResolvedModelInfo, ASKED),
      LlmError,
    );

    assertStrictEquals(error.code, code);
  });
}

Deno.test("checkResolvedModel() keeps every fact", () => {
  assertEquals(checkResolvedModel(FULL, ASKED), FULL);
});

Deno.test("checkResolvedModel() adds no key to a bare identity", () => {
  assertEquals(checkResolvedModel(BARE, ASKED), BARE);
});

Deno.test("checkResolvedModel() drops what it does not know", () => {
  const info = { ...BARE, secret: "sk" };

  assertEquals(checkResolvedModel(info, ASKED), BARE);
});

Deno.test("checkResolvedModel() shares nothing with what it was given", () => {
  const copy = checkResolvedModel(FULL, ASKED);

  assertNotStrictEquals(copy.inputModalities, FULL.inputModalities);
  assertNotStrictEquals(copy.context, FULL.context);
  assertNotStrictEquals(copy.reasoning, FULL.reasoning);
  assertNotStrictEquals(copy.reasoning?.efforts, FULL.reasoning?.efforts);
  assertNotStrictEquals(copy.reasoning?.efforts[0], FULL.reasoning?.efforts[0]);
});

Deno.test("checkResolvedModel() takes any positive integer for a context window", () => {
  const info = { ...BARE, context: { contextWindow: 2 ** 53 } };

  assertEquals(checkResolvedModel(info, ASKED), info);
});

Deno.test("checkResolvedModel() reads a context window once", () => {
  let reads = 0;
  const context = {
    get contextWindow() {
      return reads++ === 0 ? 1_000 : 0;
    },
  };

  assertEquals(checkResolvedModel({ ...BARE, context }, ASKED).context, {
    contextWindow: 1_000,
  });
});

Deno.test("checkResolvedModel() reads each fact once", () => {
  let reads = 0;
  const info = {
    ...BARE,
    get name() {
      return reads++ === 0 ? "M" : "";
    },
  };

  assertStrictEquals(checkResolvedModel(info, ASKED).name, "M");
});

Deno.test("checkResolvedModel() refuses what throws when it is read", () => {
  const cause = new Error("Hands off");
  const info = {
    ...BARE,
    get context(): never {
      throw cause;
    },
  };

  const error = assertThrows(() => checkResolvedModel(info, ASKED), LlmError);

  assertEquals(error.code, "INVALID_MODEL_INFO");
  assertStrictEquals(error.cause, cause);
});
