import { assertEquals } from "@std/assert";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { answer, delta } from "./_wire.ts";

Deno.test("DeepSeekAdapter.stream() reports through a runtime with its route", async () => {
  const adapter = new DeepSeekAdapter({
    apiKey: "sk-1",
    fetch: () => Promise.resolve(new Response(answer(delta({ content: "a" })))),
  });
  const runtime = new LlmRuntime();
  const diagnostics: LlmDiagnostic[] = [];
  runtime.on("llm/diagnostic", (diagnostic) => diagnostics.push(diagnostic));
  runtime.registerAdapter(["ds"], adapter);

  await Array.fromAsync(runtime.stream({
    provider: "ds",
    model: "m",
    messages: [],
    providerOptions: { stream: false },
  }));

  assertEquals(
    diagnostics.map(({ code, provider, model }) => [code, provider, model]),
    [
      ["PROVIDER_OPTION_IGNORED", "ds", "m"],
      ["MISSING_FINISH_REASON", "ds", "m"],
    ],
  );
});
