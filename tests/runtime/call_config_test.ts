import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { ReasoningEffortId } from "../../message.ts";
import { callConfigEquals, callDefaults } from "../../runtime/call_config.ts";
import { LlmError } from "../../runtime/error.ts";
import type { LlmResolvedModelInfo } from "../../runtime/model_info.ts";
import type { LlmCallConfig } from "../../runtime/request.ts";

const HIGH = ReasoningEffortId("high");
const LOW = ReasoningEffortId("low");
const CONFIG: LlmCallConfig = { provider: "p", model: "m" };
const BARE: LlmResolvedModelInfo = { provider: "p", id: "m", name: "M" };
const MODEL: LlmResolvedModelInfo = {
  ...BARE,
  defaultMaxTokens: 100,
  reasoning: {
    efforts: [{ id: HIGH, name: "High" }, { id: LOW, name: "Low" }],
    defaultEffort: HIGH,
  },
};

const FULL: Required<LlmCallConfig> = {
  ...CONFIG,
  reasoningEffort: HIGH,
  temperature: 1,
  maxTokens: 10,
  stop: ["a", "b"],
};

Deno.test("callConfigEquals() holds for equal fields of other objects", () => {
  const other = { ...FULL, stop: ["a", "b"] };

  assertStrictEquals(callConfigEquals(FULL, other), true);
});

Deno.test("callConfigEquals() takes undefined for absent", () => {
  const other = { ...CONFIG, maxTokens: undefined, stop: undefined };

  assertStrictEquals(callConfigEquals(CONFIG, other), true);
});

Deno.test("callConfigEquals() ignores fields a config does not have", () => {
  const other = { ...CONFIG, messages: [] };

  assertStrictEquals(callConfigEquals(CONFIG, other), true);
});

for (
  const [name, change] of Object.entries({
    "another provider": { provider: "q" },
    "another model": { model: "n" },
    "another effort": { reasoningEffort: LOW },
    "no effort": { reasoningEffort: undefined },
    "another temperature": { temperature: 0 },
    "another output cap": { maxTokens: 11 },
    "no stop strings": { stop: undefined },
    "fewer stop strings": { stop: ["a"] },
    "more stop strings": { stop: ["a", "b", "c"] },
    "other stop strings": { stop: ["a", "c"] },
    "stop strings in another order": { stop: ["b", "a"] },
  })
) {
  Deno.test(`callConfigEquals() tells ${name}`, () => {
    const other = { ...FULL, ...change };

    assertStrictEquals(callConfigEquals(FULL, other), false);
    assertStrictEquals(callConfigEquals(other, FULL), false);
  });
}

for (
  const [name, a, b] of [["a", null, CONFIG], ["b", CONFIG, null]] as const
) {
  Deno.test(`callConfigEquals() refuses "${name}" that is no config`, () => {
    assertThrows(
      () => callConfigEquals(a as LlmCallConfig, b as LlmCallConfig),
      TypeError,
      `Cannot compare call configs: "${name}" must be an object`,
    );
  });
}

Deno.test("callDefaults() fills in where the config is silent", () => {
  assertEquals(callDefaults(CONFIG, MODEL), {
    fields: { reasoningEffort: HIGH, maxTokens: 100 },
    adapterDefaults: { reasoningEffort: true, maxTokens: true },
  });
});

Deno.test("callDefaults() leaves alone what the config says", () => {
  const config = { ...CONFIG, reasoningEffort: LOW, maxTokens: 1_000 };

  assertEquals(callDefaults(config, MODEL), {
    fields: {},
    adapterDefaults: {},
  });
});

Deno.test("callDefaults() leaves the effort to a provider without default", () => {
  const model = { ...BARE, reasoning: { efforts: MODEL.reasoning!.efforts } };

  assertEquals(callDefaults(CONFIG, model), {
    fields: {},
    adapterDefaults: {},
  });
});

for (
  const [model, offer] of [[MODEL, '"high", "low"'], [BARE, "none"]] as const
) {
  Deno.test(`callDefaults() refuses an effort and tells that the model offers ${offer}`, () => {
    const config = { ...CONFIG, reasoningEffort: ReasoningEffortId("max") };

    const error = assertThrows(() => callDefaults(config, model), LlmError);

    assertStrictEquals(error.code, "UNSUPPORTED_REASONING_EFFORT");
    assertStrictEquals(
      error.message,
      `Cannot use reasoning effort "max" with model "m": the model offers ${offer}`,
    );
  });
}
