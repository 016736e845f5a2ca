import { assertEquals } from "@std/assert";
import { maskAddresses } from "../../../examples/demo/mask_addresses.ts";
import { BlockAssembler, type StreamChunk, textOf } from "../../../mod.ts";
import { textChunks, toolCallChunks } from "../../../testing/mod.ts";

for (
  const pieces of [
    ["write to ana@example.com now"],
    ["write to an", "a@exa", "mple.com now"],
    [..."write to ana@example.com now"],
    ["write to ana@example.com", " now"],
  ]
) {
  Deno.test(`maskAddresses() masks ${Deno.inspect(pieces)}`, async () => {
    let count = 0;

    const chunks = await masked(textChunks(pieces), () => count++);

    const text = "write to [e-mail address] now";
    assertEquals(joined(chunks), text);
    assertEquals(assembled(chunks), text);
    assertEquals(count, 1);
  });
}

Deno.test("maskAddresses() masks an address at the very end", async () => {
  const chunks = await masked(textChunks(["ana@", "example.com"]));

  assertEquals(joined(chunks), "[e-mail address]");
});

Deno.test("maskAddresses() releases the last word before a failure", async () => {
  const failure = { message: "Cannot go on: it broke", code: "TRANSPORT" };
  const chunks: StreamChunk[] = [
    { type: "text-delta", index: 0, text: "to ana@example.com" },
    { type: "finish", reason: { kind: "error", failure } },
  ];

  const result = await masked(chunks);

  assertEquals(result, [
    { type: "text-delta", index: 0, text: "to " },
    { type: "text-delta", index: 0, text: "[e-mail address]" },
    chunks[1],
  ]);
});

Deno.test("maskAddresses() masks an address that is cut off", async () => {
  const chunks = await masked(textChunks(["to ana@exam"]));

  assertEquals(joined(chunks), "to [e-mail address]");
});

Deno.test("maskAddresses() leaves everything else alone", async () => {
  const chunks = toolCallChunks([
    { name: "send", arguments: { to: "ana@example.com" } },
  ], { reasoning: "Hm", usage: { inputTokens: 1, outputTokens: 1 } });

  assertEquals(await masked(chunks), chunks);
});

function masked(
  chunks: readonly StreamChunk[],
  onMask: () => void = () => {},
): Promise<StreamChunk[]> {
  const source = ReadableStream.from(chunks);
  return Array.fromAsync(source.pipeThrough(maskAddresses(onMask)));
}

function joined(chunks: readonly StreamChunk[]): string {
  return chunks.map((chunk) => chunk.type === "text-delta" ? chunk.text : "")
    .join("");
}

function assembled(chunks: readonly StreamChunk[]): string {
  const assembler = new BlockAssembler();
  for (const chunk of chunks) assembler.push(chunk);
  return textOf(assembler.message());
}
