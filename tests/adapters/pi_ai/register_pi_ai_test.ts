import {
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { PiAiAdapter } from "../../../adapters/pi_ai/adapter.ts";
import type { PiAiOptions } from "../../../adapters/pi_ai/options.ts";
import { registerPiAi } from "../../../adapters/pi_ai/register_pi_ai.ts";
import { SHIPPED_PROVIDERS } from "../../../adapters/pi_ai/shipped_providers.ts";
import { LlmError } from "../../../runtime/error.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { fakeLoad, gateway, say, scriptFetch } from "./_fake.ts";

function options(...routes: string[]): PiAiOptions {
  const { load } = fakeLoad(() => say());
  return {
    routes: Object.fromEntries(routes.map((route) => [route, {}])),
    load,
  };
}

/** A runtime, and how often its routes have changed. */
function watched() {
  const runtime = new LlmRuntime();
  let events = 0;
  runtime.on("llm/adapters-updated", () => void events++);
  return { runtime, events: () => events };
}

function routesOf(runtime: LlmRuntime): string[] {
  return runtime.listProviders().map(({ id }) => id);
}

Deno.test("registerPiAi() registers the routes under their names", async () => {
  const runtime = new LlmRuntime();
  const { routes } = options("openai");

  await registerPiAi(runtime, {
    routes: { ...routes, groq: { displayName: "Fast" }, gw: gateway() },
  });

  assertEquals(runtime.listProviders(), [
    { id: "openai", name: "OpenAI" },
    { id: "groq", name: "Fast" },
    { id: "gw", name: "gw" },
  ]);
});

Deno.test("registerPiAi() offers every provider that pi-ai ships", async () => {
  const runtime = new LlmRuntime();

  await registerPiAi(runtime, options("openai"));

  const offered = runtime.listConfigurableProviders();
  assertEquals(offered.map(({ provider }) => provider), [
    ...SHIPPED_PROVIDERS.keys(),
  ]);
  assertEquals(offered.find(({ provider }) => provider === "groq"), {
    provider: "groq",
    displayName: "Groq",
    settingsNs: "pi-ai",
    settingsPath: ["routes", "groq"],
    declared: false,
  });
});

Deno.test("registerPiAi() lets models be discovered", async () => {
  const runtime = new LlmRuntime();
  await registerPiAi(runtime, options("openai"));

  const models = await runtime.discoverModels("pi-ai", { provider: "groq" });

  assertEquals(models.map(({ id }) => id), ["m"]);
});

Deno.test("registerPiAi() captures the policy of each route", async () => {
  const runtime = new LlmRuntime();

  await registerPiAi(runtime, {
    routes: { openai: { retryPolicy: { mode: "always" } }, groq: {} },
  });

  assertEquals(
    ["openai", "groq"].map((route) => runtime.providerRetryPolicy(route).mode),
    ["always", "normal"],
  );
});

Deno.test("registerPiAi() takes everything back", async () => {
  const runtime = new LlmRuntime();
  const registration = await registerPiAi(runtime, options("openai"));

  registration();
  registration();

  assertEquals([routesOf(runtime), runtime.listConfigurableProviders()], [
    [],
    [],
  ]);
  await assertRejects(
    () => runtime.discoverModels("pi-ai", { provider: "groq" }),
    LlmError,
  );
});

Deno.test("registerPiAi() takes everything back when its signal aborts", async () => {
  const runtime = new LlmRuntime();
  const aborting = new AbortController();
  await registerPiAi(runtime, options("openai"), { signal: aborting.signal });

  aborting.abort();

  assertEquals([routesOf(runtime), runtime.listConfigurableProviders()], [
    [],
    [],
  ]);
});

Deno.test("registerPiAi() registers nothing under an aborted signal", async () => {
  const { runtime, events } = watched();

  await registerPiAi(runtime, options("openai"), {
    signal: AbortSignal.abort(),
  });

  assertEquals([routesOf(runtime), events()], [[], 0]);
});

Deno.test("registerPiAi() registers all or nothing", async () => {
  const runtime = new LlmRuntime();
  runtime.registerModelDiscovery("pi-ai", () => Promise.resolve([]));

  const error = await assertRejects(
    () => registerPiAi(runtime, options("openai")),
    LlmError,
  );

  assertEquals(error.code, "DUPLICATE_DISCOVERY");
  assertEquals([routesOf(runtime), runtime.listConfigurableProviders()], [
    [],
    [],
  ]);
});

const REFUSED: readonly [string, unknown][] = [
  ["options that are none", 1],
  ["a route that could never be served", { routes: { nobody: {} } }],
];

for (const [name, wrong] of REFUSED) {
  Deno.test(`registerPiAi() refuses ${name}`, async () => {
    const runtime = new LlmRuntime();

    await assertRejects(
      () => registerPiAi(runtime, wrong as PiAiOptions),
      TypeError,
    );

    assertEquals(runtime.listConfigurableProviders(), []);
  });
}

Deno.test("update() replaces the routes in one step", async () => {
  const { runtime, events } = watched();
  const registration = await registerPiAi(runtime, options("openai", "groq"));
  const before = events();

  registration.update(options("groq", "mistral"));

  assertEquals([routesOf(runtime), events() - before], [
    ["groq", "mistral"],
    1,
  ]);
});

Deno.test("update() reads a function anew", async () => {
  const runtime = new LlmRuntime();
  let current = options("openai");
  const registration = await registerPiAi(runtime, () => current);
  current = options("groq");

  registration.update();

  assertEquals(routesOf(runtime), ["groq"]);
});

Deno.test("update() changes what calls are made under", async () => {
  const runtime = new LlmRuntime();
  const { load } = options();
  const route = (maxTokens: number): PiAiOptions => ({
    routes: { gw: gateway({ models: [{ id: "m", maxTokens }] }) },
    load,
  });
  const registration = await registerPiAi(runtime, route(1));

  registration.update(route(2));

  assertEquals((await runtime.resolveModelInfo("gw", "m")).defaultMaxTokens, 2);
});

const FAILING: readonly [string, unknown, new () => Error][] = [
  ["a taken route", options("taken"), TypeError],
  ["options that are none", 1, TypeError],
];

for (const [name, next, kind] of FAILING) {
  Deno.test(`update() changes nothing for ${name}`, async () => {
    const runtime = new LlmRuntime();
    const registration = await registerPiAi(runtime, options("openai"));

    assertThrows(() => registration.update(next as PiAiOptions), kind);

    assertEquals(routesOf(runtime), ["openai"]);
    assertEquals((await registration.adapter.listModels("openai")).length, 1);
  });
}

Deno.test("update() keeps the configuration where a route is taken", async () => {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["groq"], new PiAiAdapter(options("groq")));
  const registration = await registerPiAi(runtime, options("openai"));

  const error = assertThrows(
    () => registration.update(options("groq")),
    LlmError,
  );

  assertEquals(error.code, "DUPLICATE_ADAPTER");
  assertEquals((await runtime.listModels("openai")).length, 1);
});

Deno.test("update() is over once the registration was taken back", async () => {
  const registration = await registerPiAi(new LlmRuntime(), options("openai"));
  registration();

  const error = assertThrows(() => registration.update(), LlmError);

  assertEquals(error.code, "REGISTRATION_DISPOSED");
});

Deno.test("registerPiAi() tells which adapter serves the routes", async () => {
  const registration = await registerPiAi(new LlmRuntime(), options("openai"));

  const { adapter } = registration;

  assertEquals(adapter.providerInfo("openai"), {
    id: "openai",
    name: "OpenAI",
  });
  assertStrictEquals(registration[Symbol.dispose] as unknown, registration);
});

Deno.test("update() changes where models are looked for", async () => {
  const runtime = new LlmRuntime();
  const before = scriptFetch(['{"data":[{"id":"a"}]}']);
  const after = scriptFetch(['{"data":[{"id":"b"}]}']);
  const registration = await registerPiAi(runtime, {
    routes: { gw: gateway({ fetch: before.fetch }) },
  });

  registration.update({ routes: { gw: gateway({ fetch: after.fetch }) } });

  const models = await runtime.discoverModels("pi-ai", { provider: "gw" });
  assertEquals(models, [{ id: "b" }]);
  assertEquals([before.requests.length, after.requests.length], [0, 1]);
});
