import { assertEquals, assertStrictEquals } from "@std/assert";
import { REQUEST, STOP, streamOf, stubAdapter } from "./_stub_adapter.ts";

Deno.test("LlmAdapter names a route after itself unless told", () => {
  const adapter = stubAdapter(() => streamOf([STOP]));

  assertEquals(adapter.providerInfo("p"), { id: "p", name: "p" });
});

Deno.test("LlmAdapter has no policy and no models unless told", async () => {
  const adapter = stubAdapter(() => streamOf([STOP]));

  assertStrictEquals(adapter.providerRetryPolicy("p"), undefined);
  assertEquals(await adapter.listModels("p"), []);
});

Deno.test("LlmAdapter resolves any model to its bare identity unless told", async () => {
  const adapter = stubAdapter(() => streamOf([STOP]));

  const info = await adapter.resolveModel("p", "m");

  assertEquals(info, { provider: "p", id: "m", name: "m" });
});

Deno.test("LlmAdapter prepares a call from resolveModel() and stream()", async () => {
  const { signal } = new AbortController();
  const context = { diagnostic() {}, response() {} };
  const stream = streamOf([STOP]);
  const seen: unknown[] = [];
  const info = { provider: "p", id: "m", name: "M" };
  const adapter = stubAdapter((...args) => {
    seen.push(...args);
    return stream;
  }, {
    resolveModel(...args) {
      seen.push(...args);
      return Promise.resolve(info);
    },
  });

  const prepared = await adapter.prepareCall("p", "m", signal);
  const started = prepared.stream(REQUEST, context);

  assertStrictEquals(prepared.model, info);
  assertStrictEquals(started, stream);
  assertEquals(seen.length, 5);
  assertStrictEquals(seen[2], signal);
  assertStrictEquals(seen[3], REQUEST);
  assertStrictEquals(seen[4], context);
});
