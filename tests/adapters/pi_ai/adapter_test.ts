import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { PiAiAdapter } from "../../../adapters/pi_ai/adapter.ts";
import type { PiAiOptions } from "../../../adapters/pi_ai/options.ts";
import { LlmError } from "../../../runtime/error.ts";
import { fakeLoad, gateway, request, say, textEvents } from "./_fake.ts";

function fake(maxTokens: number) {
  const { load, asked } = fakeLoad(() => say(...textEvents("a")));
  const options: PiAiOptions = {
    routes: { gateway: gateway({ models: [{ id: "m", maxTokens }] }) },
    load,
  };
  return { options, asked };
}

Deno.test("PiAiAdapter refuses bad options when it is made", () => {
  assertThrows(
    () => new PiAiAdapter({ routes: { nobody: {} } }),
    TypeError,
    '"routes["nobody"].api"',
  );
});

Deno.test("PiAiAdapter checks what a function returns at each operation", async () => {
  const adapter = new PiAiAdapter(() => ({ routes: { nobody: {} } }));

  await assertRejects(() => adapter.listModels("nobody"), TypeError);
  await assertRejects(() => adapter.resolveModel("nobody", "m"), TypeError);
  await assertRejects(() => adapter.prepareCall("nobody", "m"), TypeError);
});

Deno.test("PiAiAdapter.prepareCall() binds the call to the configuration of the moment", async () => {
  const first = fake(1);
  const second = fake(2);
  let { options } = first;
  const adapter = new PiAiAdapter(() => options);

  const { model, stream } = await adapter.prepareCall("gateway", "m");
  options = second.options;
  await Array.fromAsync(stream(request()));

  assertEquals(model.defaultMaxTokens, 1);
  assertEquals([first.asked.length, second.asked.length], [1, 0]);
});

Deno.test("PiAiAdapter.stream() reads the configuration once", async () => {
  const { options } = fake(1);
  let reads = 0;
  const adapter = new PiAiAdapter(() => {
    reads++;
    return options;
  });

  await Array.fromAsync(adapter.stream(request()));

  assertEquals(reads, 1);
});

const OPERATIONS: readonly [string, (adapter: PiAiAdapter) => unknown][] = [
  ["providerInfo", (adapter) => adapter.providerInfo("other")],
  ["providerRetryPolicy", (adapter) => adapter.providerRetryPolicy("other")],
  ["listModels", (adapter) => adapter.listModels("other")],
  ["resolveModel", (adapter) => adapter.resolveModel("other", "m")],
  ["prepareCall", (adapter) => adapter.prepareCall("other", "m")],
  ["stream", (adapter) => adapter.stream(request({ provider: "other" }))],
];

for (const [name, operate] of OPERATIONS) {
  Deno.test(`PiAiAdapter.${name}() refuses a route that is not configured`, async () => {
    const adapter = new PiAiAdapter(fake(1).options);

    const error = await assertRejects(
      async () => await operate(adapter),
      LlmError,
      'no route "other"',
    );

    assertEquals(error.code, "UNKNOWN_MODEL");
  });
}

for (const name of ["resolveModel", "prepareCall"] as const) {
  Deno.test(`PiAiAdapter.${name}() waits no longer than the caller does`, async () => {
    const adapter = new PiAiAdapter({
      routes: { openai: {} },
      load: () => new Promise(() => {}),
    });
    const aborting = new AbortController();
    const failed = assertRejects(
      () => adapter[name]("openai", "m", aborting.signal),
      Error,
      "enough",
    );

    aborting.abort(new Error("enough"));

    await failed;
  });
}
