// Bodies that are long, and what they may cost: counted, not timed.
import { assertEquals, assertLess } from "@std/assert";
import { DeepSeekAdapter } from "../../adapters/deepseek/mod.ts";
import { LlmRuntime, type StreamChunk } from "../../mod.ts";
import { faultyBody } from "../../testing/mod.ts";
import { countParsing } from "../fuzz/counted_parsing.ts";
import { answer, DONE, end, events, text } from "./_wire.ts";

const READ = 1_460;
const MEBIBYTE = 1024 * 1024;

/** The chunks of a body in reads of some size, and what was parsed for them. */
async function read(body: string, size: number) {
  const cuts: number[] = [];
  for (let at = size; at < body.length; at += size) cuts.push(at);
  const stream = faultyBody([body], { cuts });
  const runtime = new LlmRuntime();
  const fetch = () => Promise.resolve(new Response(stream));
  const adapter = new DeepSeekAdapter({ apiKey: "sk-1", fetch });
  runtime.registerAdapter(["any"], adapter);
  using parsing = countParsing();
  const chunks = await Array.fromAsync(
    runtime.stream({ provider: "any", model: "m", messages: [] }),
  );
  return { chunks, parsed: parsing.characters() };
}

function textOfDeltas(chunks: readonly StreamChunk[]): string {
  return chunks.map((chunk) => chunk.type === "text-delta" ? chunk.text : "")
    .join("");
}

for (const size of [1, 8]) {
  Deno.test(`DeepSeekAdapter meets ${size} MiB in one line, in reads of ${READ} bytes`, async () => {
    const long = "x".repeat(size * MEBIBYTE);
    const body = answer(text(long), end("stop"));

    const { chunks, parsed } = await read(body, READ);

    assertEquals(chunks.map(({ type }) => type), [
      "block-start",
      "text-delta",
      "block-end",
      "finish",
    ]);
    assertEquals(textOfDeltas(chunks).length, long.length);
    assertLess(parsed, 3 * body.length);
  });
}

Deno.test("DeepSeekAdapter meets a comment of 8 MiB", async () => {
  const body = `: ${"x".repeat(8 * MEBIBYTE)}\n\n` +
    answer(text("a"), end("stop"));

  const { chunks, parsed } = await read(body, READ);

  assertEquals(textOfDeltas(chunks), "a");
  assertLess(parsed, 2_000);
});

Deno.test("DeepSeekAdapter meets 50,000 events in one read", async () => {
  const body = events(text("x")).repeat(50_000) + events(end("stop")) + DONE;

  const { chunks, parsed } = await read(body, Infinity);

  // A delta each, the start and the end of the block, and the finish.
  assertEquals(chunks.length, 50_003);
  assertEquals(textOfDeltas(chunks).length, 50_000);
  assertLess(parsed, body.length);
});

Deno.test("DeepSeekAdapter meets 5,000 comments in one read", async () => {
  const body = ": keep-alive\n\n".repeat(5_000) +
    answer(text("a"), end("stop"));

  const { chunks, parsed } = await read(body, Infinity);

  assertEquals(textOfDeltas(chunks), "a");
  assertLess(parsed, 2_000);
});
