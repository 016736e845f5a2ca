import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  listModels,
  resolveModelInfo,
  resolveModels,
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

Deno.test("resolveModels() copies and freezes", () => {
  const modalities = ["text"];
  const model = { id: "a", inputModalities: modalities };

  const models = resolveModels([model], "models");
  model.id = "b";
  modalities.push("image");

  assertEquals(models, [{ id: "a", inputModalities: ["text"] }]);
  assert(Object.isFrozen(models));
  assert(Object.isFrozen(models[0]));
  assert(Object.isFrozen(models[0]?.inputModalities));
});

Deno.test("resolveModels() accepts a modality an application added", () => {
  const models = resolveModels([{ id: "a", inputModalities: ["audio"] }], "m");

  assertEquals(models[0]?.inputModalities as unknown, ["audio"]);
});

const REFUSED: [
  what: string,
  value: unknown,
  path: string,
  Type: typeof TypeError | typeof RangeError,
][] = [
  ["what is no list", {}, "models", TypeError],
  ["an entry that is no object", ["a"], "models[0]", TypeError],
  ["a hole", new Array(1), "models[0]", TypeError],
  ["an entry without an id", [{}], "models[0].id", TypeError],
  ["an empty id", [{ id: "a" }, { id: "" }], "models[1].id", TypeError],
  ["an id twice", [{ id: "a" }, { id: "a" }], "models[1].id", TypeError],
  ["an unknown key", [{ id: "a", ctx: 1 }], "models[0].ctx", TypeError],
  ["an empty name", [{ id: "a", name: "" }], "models[0].name", TypeError],
  [
    "a description that is no text",
    [{ id: "a", description: 1 }],
    "models[0].description",
    TypeError,
  ],
  [
    "a context window that is no number",
    [{ id: "a", contextWindow: "1" }],
    "models[0].contextWindow",
    TypeError,
  ],
  [
    "a context window of 0",
    [{ id: "a", contextWindow: 0 }],
    "models[0].contextWindow",
    RangeError,
  ],
  [
    "an output cap with a fraction",
    [{ id: "a", maxTokens: 1.5 }],
    "models[0].maxTokens",
    RangeError,
  ],
  [
    "modalities that are no list",
    [{ id: "a", inputModalities: "text" }],
    "models[0].inputModalities",
    TypeError,
  ],
  [
    "an empty modality",
    [{ id: "a", inputModalities: ["text", ""] }],
    "models[0].inputModalities[1]",
    TypeError,
  ],
];

for (const [what, value, path, Type] of REFUSED) {
  Deno.test(`resolveModels() refuses ${what}`, () => {
    assertThrows(
      () => resolveModels(value, "models"),
      Type,
      `Cannot use ${path}:`,
    );
  });
}
