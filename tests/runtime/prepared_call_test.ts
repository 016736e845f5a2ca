import {
  assert,
  assertEquals,
  assertFalse,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import type { LlmCallConfig } from "../../runtime/request.ts";
import { resolveRetryPolicy } from "../../runtime/retry_policy.ts";
import { CONFIG, HIGH, LOW } from "./_model_metadata.ts";
import { recording, SEEING } from "./_prepared_calls.ts";

Deno.test("prepareCall() has no facts the model does not tell", async () => {
  const prepared = await recording().runtime.prepareCall(CONFIG);

  assertEquals(prepared.config, CONFIG);
  assertEquals(prepared.adapterDefaults, {});
  assertFalse("context" in prepared);
  assertFalse("inputModalities" in prepared);
});

Deno.test("prepareCall() tells context, modalities and what it filled in", async () => {
  const prepared = await recording(SEEING).runtime.prepareCall(CONFIG);

  assertEquals(prepared.config, {
    ...CONFIG,
    reasoningEffort: HIGH,
    maxTokens: 100,
  });
  assertEquals(prepared.adapterDefaults, {
    reasoningEffort: true,
    maxTokens: true,
  });
  assertEquals(prepared.context, SEEING.context);
  assertEquals<unknown>(prepared.inputModalities, SEEING.inputModalities);
});

for (
  const [name, config, adapterDefaults] of [
    ["effort", { reasoningEffort: LOW }, { maxTokens: true }],
    ["output cap", { maxTokens: 7 }, { reasoningEffort: true }],
  ] as const
) {
  Deno.test(`prepareCall() counts no ${name} of the caller as a default`, async () => {
    const { runtime } = recording(SEEING);

    const prepared = await runtime.prepareCall({ ...CONFIG, ...config });

    assertEquals<unknown>(prepared.adapterDefaults, adapterDefaults);
    assertEquals<unknown>({ ...prepared.config, ...config }, prepared.config);
  });
}

Deno.test("prepareCall() has the policy captured with the registration", async () => {
  const policy = resolveRetryPolicy({ mode: "always" }, "policy");
  const { runtime } = recording({}, { providerRetryPolicy: () => policy });

  const prepared = await runtime.prepareCall(CONFIG);

  assertEquals(prepared.retryPolicy, policy);
  assertStrictEquals(prepared.retryPolicy, runtime.providerRetryPolicy("p"));
});

Deno.test("prepareCall() copies the six fields of a config and no other", async () => {
  const config: Required<LlmCallConfig> = {
    ...CONFIG,
    reasoningEffort: LOW,
    temperature: 0,
    maxTokens: 7,
    stop: ["END"],
  };
  const { runtime } = recording(SEEING);

  const prepared = await runtime.prepareCall(
    { ...config, messages: [], system: "Be brief" } as LlmCallConfig,
  );

  assertEquals(prepared.config, config);
  assertNotStrictEquals(prepared.config.stop, config.stop);
  assertFalse(Object.isFrozen(config.stop));
});

Deno.test("prepareCall() freezes the call all the way down", async () => {
  const { runtime } = recording(SEEING);

  const prepared = await runtime.prepareCall({ ...CONFIG, stop: ["END"] });

  const { config, retryPolicy, context, inputModalities, adapterDefaults } =
    prepared;
  for (
    const value of [
      prepared,
      config,
      config.stop,
      retryPolicy,
      context,
      inputModalities,
      adapterDefaults,
    ]
  ) {
    assert(Object.isFrozen(value) && typeof value === "object");
  }
});

Deno.test("prepareCall() freezes nothing of the adapter", async () => {
  const info = structuredClone({
    provider: "p",
    id: "m",
    name: "M",
    ...SEEING,
  });
  const { runtime } = recording({}, {
    resolveModel: () => Promise.resolve(info as never),
  });

  const prepared = await runtime.prepareCall(CONFIG);
  info.context.contextWindow = 1;
  (info.inputModalities as unknown as string[]).push("changed");

  assertEquals(prepared.context, SEEING.context);
  assertEquals<unknown>(prepared.inputModalities, SEEING.inputModalities);
});

Deno.test("prepareCall() goes by the config as it was", async () => {
  const gate = Promise.withResolvers<void>();
  const { runtime } = recording({}, {
    async resolveModel(provider, id) {
      await gate.promise;
      return { provider, id, name: id };
    },
  });
  const config: LlmCallConfig = { ...CONFIG, stop: ["END"] };
  const preparing = runtime.prepareCall(config);

  config.model = "other";
  config.reasoningEffort = HIGH;
  config.stop!.push("changed");
  gate.resolve();

  assertEquals((await preparing).config, { ...CONFIG, stop: ["END"] });
});

for (const call of [{}, { stream: 1 }]) {
  Deno.test(`prepareCall() refuses ${JSON.stringify(call)} for the adapter's call as INVALID_ADAPTER`, async () => {
    const { runtime } = recording({}, {
      prepareCall: (provider, id) =>
        Promise.resolve(
          { model: { provider, id, name: id }, ...call } as never,
        ),
    });

    const error = await assertRejects(
      () => runtime.prepareCall(CONFIG),
      LlmError,
    );

    assertStrictEquals(error.code, "INVALID_ADAPTER");
  });
}

Deno.test("prepareCall() sends nothing by itself", async () => {
  const { runtime, requests } = recording(SEEING);

  await runtime.prepareCall(CONFIG);

  assertEquals(requests, []);
});
