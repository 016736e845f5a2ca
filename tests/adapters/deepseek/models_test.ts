import { assert, assertEquals, assertNotStrictEquals } from "@std/assert";
import {
  listModels,
  resolveModelInfo,
} from "../../../adapters/deepseek/models.ts";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";

Deno.test("listModels() lists what DeepSeek serves unless configured", () => {
  const models = listModels(resolveDeepSeekOptions({}), "ds");

  assertEquals(
    models.map(({ id, provider, inputModalities }) => [
      id,
      provider,
      inputModalities,
    ]),
    [
      ["deepseek-v4-flash", "ds", ["text"]],
      ["deepseek-v4-pro", "ds", ["text"]],
      ["deepseek-v4-flash-vision-exp", "ds", ["text", "image"]],
    ],
  );
});

Deno.test("listModels() lists the configured models in their order", () => {
  const config = resolveDeepSeekOptions({
    models: [
      { id: "b", name: "B", description: "Second", inputModalities: ["text"] },
      { id: "a", contextWindow: 10, maxTokens: 5 },
    ],
  });

  const models = listModels(config, "ds");

  assertEquals(models, [
    {
      provider: "ds",
      id: "b",
      name: "B",
      description: "Second",
      inputModalities: ["text"],
    },
    { provider: "ds", id: "a", name: "a" },
  ]);
});

Deno.test("listModels() returns fresh objects that may be changed", () => {
  const config = resolveDeepSeekOptions({});

  const [first] = listModels(config, "ds");
  const [second] = listModels(config, "ds");

  assert(first && !Object.isFrozen(first));
  assert(!Object.isFrozen(first.inputModalities));
  assertNotStrictEquals(first, second);
});

Deno.test("resolveModelInfo() states the context window of a listed model", () => {
  const config = resolveDeepSeekOptions({
    models: [{ id: "a", contextWindow: 64_000 }],
  });

  assertEquals(resolveModelInfo(config, "ds", "a").context, {
    contextWindow: 64_000,
  });
});

for (
  const id of [
    "deepseek-v4-flash",
    "deepseek-v4-pro",
    "deepseek-v4-flash-vision-exp",
  ]
) {
  Deno.test(`resolveModelInfo() gives ${id} a million tokens of context`, () => {
    const info = resolveModelInfo(resolveDeepSeekOptions({}), "ds", id);

    assertEquals(info.context, { contextWindow: 1_000_000 });
  });
}

Deno.test("resolveModelInfo() fills the output cap from the model before the adapter", () => {
  const config = resolveDeepSeekOptions({
    maxTokens: 1_000,
    models: [{ id: "a", maxTokens: 500 }, { id: "b" }],
  });

  assertEquals(resolveModelInfo(config, "ds", "a").defaultMaxTokens, 500);
  assertEquals(resolveModelInfo(config, "ds", "b").defaultMaxTokens, 1_000);
});

Deno.test("resolveModelInfo() serves an unlisted model with the defaults", () => {
  const config = resolveDeepSeekOptions({
    maxTokens: 1_000,
    defaultContextWindow: 32_000,
  });

  const { reasoning, ...info } = resolveModelInfo(config, "ds", "new-model");

  assertEquals(info, {
    provider: "ds",
    id: "new-model",
    name: "new-model",
    context: { contextWindow: 32_000 },
    defaultMaxTokens: 1_000,
  });
  assertEquals(reasoning?.defaultEffort as string, "high");
});

Deno.test("resolveModelInfo() offers every effort while thinking is enabled", () => {
  const config = resolveDeepSeekOptions({ reasoningEffort: "low" });

  const { reasoning } = resolveModelInfo(config, "ds", "deepseek-v4-pro");

  assertEquals(reasoning?.efforts.map(({ id }) => id as string), [
    "off",
    "low",
    "high",
    "max",
  ]);
  assertEquals(reasoning?.defaultEffort as string, "low");
});

Deno.test("resolveModelInfo() offers only off while thinking is disabled", () => {
  const config = resolveDeepSeekOptions({ thinking: "disabled" });

  const { reasoning } = resolveModelInfo(config, "ds", "deepseek-v4-pro");

  assertEquals(reasoning?.efforts.map(({ id }) => id as string), ["off"]);
  assertEquals(reasoning?.defaultEffort as string, "off");
});
