import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { LlmModelDiscoveryRequest } from "../../runtime/model_discovery.ts";
import { watchedSignal } from "./_stub_adapter.ts";
import { answering, never, refusal, REQUEST } from "./_discovery.ts";

for (
  const [name, request] of Object.entries({
    "neither a provider nor a base URL": { apiKey: "sk", api: "openai" },
    "empty ones": { provider: "", baseURL: "" },
    "a provider that is not a string": { provider: 1 },
    "a base URL that is not a string": { baseURL: new URL("http://127.0.0.1") },
    "a protocol that is not a string": { provider: "p", api: 1 },
    "a key that is not a string": { provider: "p", apiKey: 1 },
    "nothing": undefined,
    "null": null,
  })
) {
  Deno.test(`discoverModels() refuses ${name} as INVALID_DISCOVERY and asks nobody`, async () => {
    const runtime = new LlmRuntime();
    let calls = 0;
    runtime.registerModelDiscovery("ns", () => (calls++, never()));

    const code = await refusal(runtime.discoverModels("ns", request as never));

    assertStrictEquals(code, "INVALID_DISCOVERY");
    assertStrictEquals(calls, 0);
  });
}

Deno.test("discoverModels() refuses a signal of another type with a TypeError", async () => {
  await assertRejects(
    () =>
      answering([]).discoverModels("ns", { ...REQUEST, signal: 1 as never }),
    TypeError,
    "request.signal",
  );
});

Deno.test("discoverModels() passes the request on, key and all", async () => {
  const runtime = new LlmRuntime();
  const asked: LlmModelDiscoveryRequest[] = [];
  runtime.registerModelDiscovery("ns", (request) => {
    asked.push(request);
    return Promise.resolve([]);
  });
  const request = {
    provider: "p",
    baseURL: "http://127.0.0.1",
    api: "openai",
    apiKey: "sk-secret",
  };

  await runtime.discoverModels("ns", request);
  await runtime.discoverModels("ns", { provider: "p" });

  const [first, second] = asked.map(({ signal: _, ...rest }) => rest);
  assertEquals(first, request);
  // The key of an earlier question is gone.
  assertEquals(second, { provider: "p" });
});

Deno.test("discoverModels() hands a discovery no hold on the caller's request", async () => {
  const runtime = new LlmRuntime();
  runtime.registerModelDiscovery("ns", (request) => {
    request.apiKey = "changed";
    return Promise.resolve([]);
  });
  const request = { provider: "p", apiKey: "sk" };

  await runtime.discoverModels("ns", request);

  assertEquals(request, { provider: "p", apiKey: "sk" });
});

Deno.test("discoverModels() puts no key into its own errors", async () => {
  const apiKey = "sk-secret";
  const errors = [
    answering([]).discoverModels("ns", { apiKey }),
    answering([]).discoverModels("other", { ...REQUEST, apiKey }),
    answering(undefined).discoverModels("ns", { ...REQUEST, apiKey }),
  ].map((promise) => promise.catch((error: unknown) => error));

  for (const error of await Promise.all(errors)) {
    assertFalse(Deno.inspect(error).includes(apiKey));
    assertStringIncludes(Deno.inspect(error), "LlmError");
  }
});

Deno.test("discoverModels() lists each id once, in order, as it came first", async () => {
  const runtime = answering([
    { id: "b", name: "First" },
    { id: "a" },
    { id: "b", name: "Second" },
  ]);

  assertEquals(await runtime.discoverModels("ns", REQUEST), [
    { id: "b", name: "First" },
    { id: "a" },
  ]);
});

Deno.test("discoverModels() drops entries without an id", async () => {
  const runtime = answering([
    { name: "None" },
    { id: "" },
    { id: 1 },
    null,
    undefined,
    "a",
    { id: "a" },
  ]);

  assertEquals(await runtime.discoverModels("ns", REQUEST), [{ id: "a" }]);
});

Deno.test("discoverModels() has other fields only where they are told", async () => {
  const full = { id: "a", name: "A", contextWindow: 1_000, maxTokens: 10 };
  const runtime = answering([
    { ...full, secret: "sk" },
    { id: "b", name: undefined, contextWindow: undefined },
    { id: "c", name: "", contextWindow: 0, maxTokens: -1 },
    { id: "d", name: 1, contextWindow: "1000", maxTokens: NaN },
  ]);

  const models = await runtime.discoverModels("ns", REQUEST);

  assertEquals(models[0], full);
  assertEquals(models.slice(1).map((model) => Object.keys(model)), [
    ["id"],
    ["id"],
    ["id"],
  ]);
});

Deno.test("discoverModels() hands out a fresh list of copies", async () => {
  const answer = [{ id: "a", name: "A" }];
  const runtime = answering(answer);

  const models = await runtime.discoverModels("ns", REQUEST);
  models[0]!.name = "changed";
  models.pop();

  assertEquals(answer, [{ id: "a", name: "A" }]);
  assertEquals(await runtime.discoverModels("ns", REQUEST), answer);
});

for (const answer of [undefined, null, {}, "models"]) {
  Deno.test(`discoverModels() refuses ${JSON.stringify(answer)} for an answer as INVALID_DISCOVERY`, async () => {
    assertStrictEquals(
      await refusal(answering(answer).discoverModels("ns", REQUEST)),
      "INVALID_DISCOVERY",
    );
  });
}

for (
  const [name, fail] of Object.entries({
    "throws": (error: Error) => {
      throw error;
    },
    "rejects": (error: Error) => Promise.reject(error),
  })
) {
  Deno.test(`discoverModels() rejects with what a discovery ${name}`, async () => {
    const error = new LlmError("Cannot list models: no such key", "AUTH");
    const runtime = new LlmRuntime();
    runtime.registerModelDiscovery("ns", () => fail(error));

    const caught = await assertRejects(() =>
      runtime.discoverModels("ns", REQUEST)
    );

    assertStrictEquals(caught, error);
  });
}

Deno.test("discoverModels() asks nobody under an aborted signal", async () => {
  const runtime = new LlmRuntime();
  let calls = 0;
  runtime.registerModelDiscovery("ns", () => (calls++, never()));
  const reason = new Error("reason");

  const caught = await assertRejects(() =>
    runtime.discoverModels("ns", {
      ...REQUEST,
      signal: AbortSignal.abort(reason),
    })
  );

  assertStrictEquals(caught, reason);
  assertStrictEquals(calls, 0);
});

Deno.test("discoverModels() rejects with the reason on abort, and tells a discovery that may ignore it", async () => {
  const runtime = new LlmRuntime();
  const watched = watchedSignal();
  let told: AbortSignal | undefined;
  runtime.registerModelDiscovery("ns", ({ signal }) => {
    told = signal;
    return never();
  });
  const reason = new Error("reason");
  const asking = runtime.discoverModels("ns", {
    ...REQUEST,
    signal: watched.signal,
  });

  watched.abort(reason);

  assertStrictEquals(await assertRejects(() => asking), reason);
  assertStrictEquals(told?.reason, reason);
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("close() ends a question under way as ABORTED", async () => {
  const runtime = new LlmRuntime();
  let told: AbortSignal | undefined;
  runtime.registerModelDiscovery("ns", ({ signal }) => {
    told = signal;
    return never();
  });
  const asking = runtime.discoverModels("ns", REQUEST);

  runtime.close();

  assertStrictEquals(await refusal(asking), "ABORTED");
  assertStrictEquals(told?.aborted, true);
});
