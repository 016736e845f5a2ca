import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { LlmModelDiscovery } from "../../runtime/model_discovery.ts";
import { watchedSignal } from "./_stub_adapter.ts";
import { answering, never, refusal, REQUEST } from "./_discovery.ts";

for (
  const [name, settingsNs, discover] of [
    ["an empty namespace", "", never],
    ["a namespace that is not a string", 1, never],
    ["no function", "ns", undefined],
    ["an object", "ns", {}],
  ] as const
) {
  Deno.test(`registerModelDiscovery() refuses ${name} as INVALID_DISCOVERY`, async () => {
    const runtime = new LlmRuntime();

    const { code } = assertThrows(
      () =>
        runtime.registerModelDiscovery(
          settingsNs as string,
          discover as LlmModelDiscovery,
        ),
      LlmError,
    );

    assertStrictEquals(code, "INVALID_DISCOVERY");
    assertStrictEquals(
      await refusal(runtime.discoverModels(String(settingsNs), REQUEST)),
      "NO_DISCOVERY",
    );
  });
}

Deno.test("registerModelDiscovery() refuses a taken namespace as DUPLICATE_DISCOVERY and changes nothing", async () => {
  const runtime = answering([{ id: "first" }]);

  const { code } = assertThrows(
    () => runtime.registerModelDiscovery("ns", never),
    LlmError,
  );

  assertStrictEquals(code, "DUPLICATE_DISCOVERY");
  assertEquals(await runtime.discoverModels("ns", REQUEST), [{ id: "first" }]);
});

Deno.test("registerModelDiscovery() leaves a namespace free once it was taken back", async () => {
  const runtime = new LlmRuntime();
  const dispose = runtime.registerModelDiscovery("ns", never);

  dispose();
  dispose();

  assertStrictEquals(
    await refusal(runtime.discoverModels("ns", REQUEST)),
    "NO_DISCOVERY",
  );
  runtime.registerModelDiscovery("ns", never);
});

Deno.test("registerModelDiscovery() goes by its signal", async () => {
  const runtime = new LlmRuntime();
  const watched = watchedSignal();
  runtime.registerModelDiscovery("ns", never, { signal: watched.signal });
  runtime.registerModelDiscovery("other", never, {
    signal: AbortSignal.abort(),
  });

  watched.abort();

  for (const ns of ["ns", "other"]) {
    assertStrictEquals(
      await refusal(runtime.discoverModels(ns, REQUEST)),
      "NO_DISCOVERY",
    );
  }
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("registerModelDiscovery() changes no route, so tells of none", () => {
  const runtime = new LlmRuntime();
  let events = 0;
  runtime.on("llm/adapters-updated", () => events++);

  const dispose = runtime.registerModelDiscovery("ns", never);
  dispose();
  runtime.registerModelDiscovery("ns", never);
  runtime.close();

  assertStrictEquals(events, 0);
});

Deno.test("close() takes discoveries back", async () => {
  const runtime = answering([]);

  runtime.close();

  assertStrictEquals(
    await refusal(runtime.discoverModels("ns", REQUEST)),
    "NO_DISCOVERY",
  );
});
