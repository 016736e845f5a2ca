import { assertEquals, assertGreater } from "@std/assert";
import { timeToFirstToken } from "../../../examples/demo/time_to_first_token.ts";
import { LlmRuntime, type StreamChunk } from "../../../mod.ts";
import { scriptedAdapter, textChunks } from "../../../testing/mod.ts";

Deno.test("timeToFirstToken() tells once, and passes every chunk on", async () => {
  const script = textChunks(["", "Hel", "lo"]);
  const times: number[] = [];

  const chunks = await stream(script, (ms) => times.push(ms));

  assertEquals(chunks, script);
  assertEquals(times.length, 1);
  assertGreater(times[0]!, 0);
});

Deno.test("timeToFirstToken() tells nothing of an answer without tokens", async () => {
  const times: number[] = [];

  await stream(textChunks([""]), (ms) => times.push(ms));

  assertEquals(times, []);
});

function stream(
  script: readonly StreamChunk[],
  onFirst: (ms: number) => void,
): Promise<StreamChunk[]> {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["test"], scriptedAdapter([script]));
  runtime.on("llm/stream", timeToFirstToken(onFirst));
  return Array.fromAsync(
    runtime.stream({ provider: "test", model: "any", messages: [] }),
  );
}
