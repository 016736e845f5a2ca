import { assertEquals, assertRejects } from "@std/assert";
import {
  listModels,
  resolveModelInfo,
} from "../../../adapters/pi_ai/models.ts";
import { findModel } from "../../../adapters/pi_ai/find_model.ts";
import type { PiAiRoute } from "../../../adapters/pi_ai/options.ts";
import type { PiAiModelRecord } from "../../../adapters/pi_ai/pi_ai_module.ts";
import { resolvePiAiOptions } from "../../../adapters/pi_ai/resolve_options.ts";
import { LlmError } from "../../../runtime/error.ts";
import { fakeLoad, gateway, record, say } from "./_fake.ts";

const CATALOGUE = [
  record({
    id: "big",
    name: "Big",
    provider: "openai",
    baseUrl: "https://o.example",
    compat: { a: 1, b: 1 },
  }),
  record({
    id: "wise",
    name: "Wise",
    provider: "openai",
    reasoning: true,
    input: ["text", "image"],
    thinkingLevelMap: { off: null },
  }),
];

/** A configuration with a declared route, and one to a provider with a catalogue. */
function configure(
  route: Partial<PiAiRoute> = {},
  models: PiAiModelRecord[] = CATALOGUE,
) {
  const { load, loaded } = fakeLoad(() => say(), { models });
  const config = resolvePiAiOptions({
    routes: {
      gateway: gateway(route),
      openai: { ...route, api: undefined, baseURL: undefined },
    },
    load,
  });
  return { config, loaded };
}

Deno.test("listModels() lists what a declared route says, and loads nothing", async () => {
  const { config, loaded } = configure({
    models: [{ id: "a" }, {
      id: "b",
      name: "B",
      description: "Second",
      input: ["text", "image"],
    }],
  });

  assertEquals(await listModels(config, "gateway"), [
    { provider: "gateway", id: "a", name: "a", inputModalities: ["text"] },
    {
      provider: "gateway",
      id: "b",
      name: "B",
      description: "Second",
      inputModalities: ["text", "image"],
    },
  ]);
  assertEquals(loaded, []);
});

Deno.test("listModels() lists the catalogue of a shipped provider, and loads that alone", async () => {
  const { config, loaded } = configure();

  assertEquals((await listModels(config, "openai")).map(({ id }) => id), [
    "big",
    "wise",
  ]);
  assertEquals(loaded, ["@earendil-works/pi-ai/providers/openai"]);
});

Deno.test("listModels() lists what is configured rather than the catalogue", async () => {
  const { config } = configure({
    models: [{ id: "wise" }, { id: "new", name: "New" }],
  });

  assertEquals((await listModels(config, "openai")).map(({ name }) => name), [
    "Wise",
    "New",
  ]);
});

Deno.test("resolveModelInfo() tells of a model with the defaults of its route", async () => {
  const { config } = configure();

  assertEquals(await resolveModelInfo(config, "gateway", "unlisted"), {
    provider: "gateway",
    id: "unlisted",
    name: "unlisted",
    inputModalities: ["text"],
    context: { contextWindow: 262_144 },
  });
});

Deno.test("resolveModelInfo() takes the defaults of a route", async () => {
  const { config } = configure({
    defaultContextWindow: 9,
    defaultInput: ["image"],
    defaultMaxTokens: 5,
  });

  const { context, inputModalities, defaultMaxTokens } = await resolveModelInfo(
    config,
    "gateway",
    "m",
  );

  assertEquals([context?.contextWindow, inputModalities, defaultMaxTokens], [
    9,
    ["image"],
    undefined,
  ]);
});

Deno.test("resolveModelInfo() tells a cap that is configured", async () => {
  const { config } = configure({ models: [{ id: "m", maxTokens: 7 }] });

  assertEquals(
    (await resolveModelInfo(config, "gateway", "m")).defaultMaxTokens,
    7,
  );
});

Deno.test("resolveModelInfo() tells no cap that is only what a model can do", async () => {
  const { config } = configure();

  const info = await resolveModelInfo(config, "openai", "big");

  assertEquals([info.defaultMaxTokens, info.context], [undefined, {
    contextWindow: 1_000,
  }]);
});

Deno.test("resolveModelInfo() tells the efforts of a model that thinks", async () => {
  const { config } = configure({ models: [{ id: "m", reasoning: true }] });

  const { reasoning } = await resolveModelInfo(config, "gateway", "m");

  assertEquals(reasoning as unknown, {
    efforts: [
      { id: "off", name: "Off" },
      { id: "low", name: "Low" },
      { id: "high", name: "High" },
    ],
    defaultEffort: "off",
  });
});

Deno.test("resolveModelInfo() leaves the effort to a model that always thinks", async () => {
  const { config } = configure();

  const { reasoning } = await resolveModelInfo(config, "openai", "wise");

  assertEquals(reasoning?.efforts.map(({ id }) => id as string), [
    "low",
    "high",
  ]);
  assertEquals(reasoning?.defaultEffort, undefined);
});

const PREFERRED: readonly [PiAiRoute["reasoning"], string][] = [[
  "high",
  "high",
], ["xhigh", "off"]];

for (const [reasoning, expected] of PREFERRED) {
  Deno.test(`resolveModelInfo() makes ${expected} the default where ${reasoning} is configured`, async () => {
    const { config } = configure({
      reasoning,
      models: [{ id: "m", reasoning: true }],
    });

    const info = await resolveModelInfo(config, "gateway", "m");

    assertEquals(info.reasoning?.defaultEffort as string, expected);
  });
}

const UNKNOWN: readonly [string, string, string][] = [
  ["a model that a catalogue does not have", "openai", "huge"],
  ["a route that nobody configured", "groq", "big"],
];

for (const [name, provider, model] of UNKNOWN) {
  Deno.test(`resolveModelInfo() refuses ${name}`, async () => {
    const { config } = configure();

    const error = await assertRejects(
      () => resolveModelInfo(config, provider, model),
      LlmError,
      JSON.stringify(provider),
    );

    assertEquals(error.code, "UNKNOWN_MODEL");
  });
}

Deno.test("findModel() knows better than the catalogue where it is told", async () => {
  const { config } = configure({
    compat: { b: 2, c: 2 },
    modelOverrides: {
      big: {
        name: "Own",
        contextWindow: 5,
        maxTokens: 4,
        input: ["image"],
        reasoning: true,
        thinkingLevelMap: { low: "min" },
        compat: { c: 3 },
      },
    },
  });

  const { record, contextWindow, maxTokens, sized } = await findModel(
    config,
    "openai",
    "big",
  );

  assertEquals(record, {
    ...CATALOGUE[0]!,
    name: "Own",
    contextWindow: 5,
    maxTokens: 4,
    input: ["image"],
    reasoning: true,
    thinkingLevelMap: { low: "min" },
    compat: { a: 1, b: 2, c: 3 },
  });
  assertEquals([contextWindow, maxTokens, sized], [5, 4, true]);
});

Deno.test("findModel() reaches a model that a catalogue does not have as its others", async () => {
  const { config } = configure({ modelOverrides: { new: {} } });

  const { record, sized, contextWindow } = await findModel(
    config,
    "openai",
    "new",
  );

  assertEquals([record.api, record.baseUrl, record.provider], [
    "openai-completions",
    "https://o.example",
    "openai",
  ]);
  assertEquals([sized, contextWindow], [false, undefined]);
});

Deno.test("findModel() goes where a route says, however the provider is reached otherwise", async () => {
  const { load } = fakeLoad(() => say(), { models: CATALOGUE });
  const config = resolvePiAiOptions({
    routes: {
      openai: { api: "anthropic-messages", baseURL: "https://proxy.example" },
    },
    load,
  });

  const { record } = await findModel(config, "openai", "big");

  assertEquals([record.api, record.baseUrl], [
    "anthropic-messages",
    "https://proxy.example",
  ]);
});

Deno.test("findModel() leaves the catalogue as it is", async () => {
  const { config } = configure({ compat: { a: 2 } });

  const { record } = await findModel(config, "openai", "big");
  record.input.push("smell");

  assertEquals(CATALOGUE[0]!.input, ["text"]);
});
