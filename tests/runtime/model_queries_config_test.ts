import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ReasoningEffortId } from "../../message.ts";
import { LlmError } from "../../runtime/error.ts";
import type { LlmCallConfig } from "../../runtime/request.ts";
import { CONFIG, FULL, HIGH, LOW } from "./_model_metadata.ts";
import { withInfo, withMethods } from "./_model_queries.ts";

async function refusal(ask: () => Promise<unknown>): Promise<string> {
  return (await assertRejects(ask, LlmError)).code;
}

for (const name of ["resolveCallConfig", "prepareCall"] as const) {
  for (
    const [field, config, kind] of [
      ["config", null, TypeError],
      ["config.provider", { model: "m" }, TypeError],
      ["config.maxTokens", { ...CONFIG, maxTokens: 0 }, RangeError],
      ["config.stop", { ...CONFIG, stop: "END" }, TypeError],
    ] as const
  ) {
    Deno.test(`${name}() refuses ${JSON.stringify(config)} and names ${field}`, async () => {
      await assertRejects(
        () => withInfo({})[name](config as LlmCallConfig),
        kind,
        `"${field}"`,
      );
    });
  }

  Deno.test(`${name}() refuses an effort the model does not offer before any call`, async () => {
    const runtime = withInfo(FULL);
    const config = { ...CONFIG, reasoningEffort: ReasoningEffortId("max") };

    const code = await refusal(() => runtime[name](config));

    assertStrictEquals(code, "UNSUPPORTED_REASONING_EFFORT");
  });

  Deno.test(`${name}() refuses any effort on a model that offers none`, async () => {
    const config = { ...CONFIG, reasoningEffort: HIGH };

    const code = await refusal(() => withInfo({})[name](config));

    assertStrictEquals(code, "UNSUPPORTED_REASONING_EFFORT");
  });
}

Deno.test("resolveCallConfig() returns the very config where nothing is filled in", async () => {
  const full = { ...CONFIG, reasoningEffort: LOW, maxTokens: 7 };

  assertStrictEquals(await withInfo({}).resolveCallConfig(CONFIG), CONFIG);
  assertStrictEquals(await withInfo(FULL).resolveCallConfig(full), full);
});

for (
  const [name, config, filled] of [
    ["both", CONFIG, { ...CONFIG, reasoningEffort: HIGH, maxTokens: 100 }],
    ["the effort alone", { ...CONFIG, maxTokens: 7 }, {
      ...CONFIG,
      reasoningEffort: HIGH,
      maxTokens: 7,
    }],
    ["the output cap alone", { ...CONFIG, reasoningEffort: LOW }, {
      ...CONFIG,
      reasoningEffort: LOW,
      maxTokens: 100,
    }],
    ["what is undefined", { ...CONFIG, maxTokens: undefined }, {
      ...CONFIG,
      reasoningEffort: HIGH,
      maxTokens: 100,
    }],
  ] as const
) {
  Deno.test(`resolveCallConfig() fills ${name} into a copy`, async () => {
    const before = { ...config };

    const resolved = await withInfo(FULL).resolveCallConfig(config);

    assertEquals<unknown>(resolved, filled);
    assertEquals(config, before);
  });
}

Deno.test("resolveCallConfig() never clamps an output cap", async () => {
  const config = { ...CONFIG, reasoningEffort: LOW, maxTokens: 1_000_000 };

  const resolved = await withInfo(FULL).resolveCallConfig(config);

  assertStrictEquals(resolved, config);
});

Deno.test("resolveCallConfig() goes by the config as it was", async () => {
  const gate = Promise.withResolvers<void>();
  const runtime = withMethods({
    async resolveModel(provider, id) {
      await gate.promise;
      return { provider, id, name: id, defaultMaxTokens: 100 };
    },
  });
  const config: LlmCallConfig = { ...CONFIG };
  const asking = runtime.resolveCallConfig(config);

  config.model = "other";
  config.maxTokens = 7;
  gate.resolve();

  assertEquals(await asking, { ...CONFIG, maxTokens: 100 });
});
