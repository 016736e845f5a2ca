import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  createAdapterRegistry,
  routeOf,
} from "../../runtime/adapter_registry.ts";
import { LlmError } from "../../runtime/error.ts";
import { prepareAdapterCall } from "../../runtime/preparation.ts";
import { REQUEST, STOP, streamOf, stubAdapter, text } from "./_stub_adapter.ts";

const ADAPTER = stubAdapter(() => streamOf([STOP]));
const CONFIG = { provider: "p", model: "m" };

function registryOf(adapter = ADAPTER) {
  const registry = createAdapterRegistry(() => {});
  registry.register(["p"], adapter);
  return registry;
}

Deno.test("prepareAdapterCall() settles route, model and defaults together", async () => {
  const registry = registryOf();
  const route = routeOf(registry, "p");

  const preparation = await prepareAdapterCall(route, CONFIG);

  assertStrictEquals(preparation.route, route);
  assertEquals(preparation.model, { provider: "p", id: "m", name: "m" });
  assertEquals(preparation.defaults, { fields: {}, adapterDefaults: {} });
});

Deno.test("prepareAdapterCall() hands the signal to the adapter", async () => {
  const { signal } = new AbortController();
  const asked: unknown[][] = [];
  const adapter = stubAdapter(() => streamOf([STOP]), {
    resolveModel(provider, id, ...rest) {
      asked.push(rest);
      return Promise.resolve({ provider, id, name: id });
    },
  });

  await prepareAdapterCall(routeOf(registryOf(adapter), "p"), CONFIG, {
    signal,
  });

  assertStrictEquals(asked[0]?.[0], signal);
});

for (
  const [code, prepared] of Object.entries({
    INVALID_MODEL_INFO: undefined,
    INVALID_MODEL_CONTEXT: {
      model: { provider: "p", id: "m", name: "m", context: {} },
    },
    INVALID_ADAPTER: { model: { provider: "p", id: "m", name: "m" } },
  })
) {
  Deno.test(`prepareAdapterCall() refuses ${JSON.stringify(prepared)} as ${code}`, async () => {
    const adapter = stubAdapter(() => streamOf([STOP]), {
      prepareCall: () => Promise.resolve(prepared as never),
    });
    const route = routeOf(registryOf(adapter), "p");

    const error = await assertRejects(
      () => prepareAdapterCall(route, CONFIG),
      LlmError,
    );

    assertStrictEquals(error.code, code);
  });
}

Deno.test("prepareAdapterCall() keeps the way to start that it was given", async () => {
  const prepared = {
    model: { provider: "p", id: "m", name: "m" },
    word: "own",
    stream() {
      return streamOf([text(this.word), STOP]);
    },
  };
  const adapter = stubAdapter(() => streamOf([STOP]), {
    prepareCall: () => Promise.resolve(prepared),
  });
  const route = routeOf(registryOf(adapter), "p");
  const { call } = await prepareAdapterCall(route, CONFIG);

  prepared.stream = () => streamOf([text("next"), STOP]);
  const chunks = await Array.fromAsync(call.stream(REQUEST));

  assertEquals(chunks, [text("own"), STOP]);
});
