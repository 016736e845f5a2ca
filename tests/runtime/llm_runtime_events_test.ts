// Who hears of an event when listeners come and go as it is told.
import { assertEquals } from "@std/assert";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { REQUEST, STOP, streamOf, stubAdapter } from "./_stub_adapter.ts";

/** Makes both events happen once. */
async function provoke(runtime: LlmRuntime): Promise<void> {
  runtime.registerAdapter(
    ["p"],
    stubAdapter((_options, context) => {
      context?.diagnostic({ code: "ODD", message: "Odd" });
      return streamOf([STOP]);
    }),
  );
  await Array.fromAsync(runtime.stream(REQUEST));
}

for (const event of ["llm/adapters-updated", "llm/diagnostic"] as const) {
  Deno.test(`on("${event}") hears nothing once another listener disposed it`, async () => {
    const heard: string[] = [];
    const runtime = new LlmRuntime();
    runtime.on(event, () => {
      heard.push("first");
      dispose();
    });
    const dispose = runtime.on(event, () => heard.push("disposed"));
    runtime.on(event, () => heard.push("last"));

    await provoke(runtime);

    assertEquals(heard, ["first", "last"]);
  });

  Deno.test(`on("${event}") hears of no event that was being told before it`, async () => {
    const heard: string[] = [];
    const runtime = new LlmRuntime();
    runtime.on(event, () => {
      heard.push("first");
      runtime.on(event, () => heard.push("late"));
    });

    await provoke(runtime);

    assertEquals(heard, ["first"]);
  });
}
