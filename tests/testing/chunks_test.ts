import { assertEquals, assertThrows } from "@std/assert";
import { CallId, type StreamChunk } from "../../message.ts";
import { textChunks, toolCallChunks } from "../../testing/chunks.ts";

Deno.test("textChunks() wraps the text in one block and finishes", () => {
  const chunks = textChunks(["Hel", "lo"]);

  assertEquals(chunks, [
    { type: "block-start", index: 0, blockType: "text" },
    { type: "text-delta", index: 0, text: "Hel" },
    { type: "text-delta", index: 0, text: "lo" },
    { type: "block-end", index: 0, block: { type: "text", text: "Hello" } },
    { type: "finish", reason: { kind: "stop" } },
  ]);
});

for (
  const text of [
    "one two  three\n",
    "   ",
    "a🌍b🌍c🌍d🌍e🌍",
    "supercalifragilistic",
  ]
) {
  Deno.test(`textChunks() splits ${JSON.stringify(text)} without loss`, () => {
    const chunks = textChunks(text);

    const deltas = chunks.filter((chunk) => chunk.type === "text-delta");
    assertEquals(deltas.map((delta) => delta.text).join(""), text);
    assertEquals(deltas.filter((delta) => !delta.text.isWellFormed()), []);
  });
}

Deno.test("textChunks() splits a long text into several deltas", () => {
  const chunks = textChunks("one two three");

  assertEquals(types(chunks).filter((type) => type === "text-delta").length, 3);
});

Deno.test("textChunks() opens no block for an empty text", () => {
  const chunks = textChunks("");

  assertEquals(types(chunks), ["finish"]);
});

Deno.test("textChunks() puts reasoning before the text", () => {
  const chunks = textChunks("Hi", { reasoning: "Hm" });

  assertEquals(chunks.slice(0, 4), [
    { type: "block-start", index: 0, blockType: "reasoning" },
    { type: "reasoning-delta", index: 0, text: "Hm" },
    { type: "block-end", index: 0, block: { type: "reasoning", text: "Hm" } },
    { type: "block-start", index: 1, blockType: "text" },
  ]);
});

Deno.test("textChunks() puts usage right before the finish", () => {
  const usage = { inputTokens: 1, outputTokens: 2 };

  const chunks = textChunks("Hi", { usage });

  assertEquals(chunks.slice(-2), [
    { type: "usage", usage },
    { type: "finish", reason: { kind: "stop" } },
  ]);
});

Deno.test("textChunks() takes the finish reason and the replay state", () => {
  const chunks = textChunks("Hi", {
    finish: { kind: "max-tokens" },
    replayState: { response: 1 },
  });

  assertEquals(chunks.at(-1), {
    type: "finish",
    reason: { kind: "max-tokens" },
    replayState: { response: 1 },
  });
});

Deno.test("toolCallChunks() names the call once and streams its arguments", () => {
  const chunks = toolCallChunks([
    { id: "a", name: "ls", arguments: ['{"p":', '"/"}'] },
  ]);

  const id = CallId("a");
  assertEquals(chunks, [
    { type: "block-start", index: 0, blockType: "tool-call" },
    { type: "tool-call-delta", index: 0, id, name: "ls", argumentsDelta: "" },
    { type: "tool-call-delta", index: 0, id, argumentsDelta: '{"p":' },
    { type: "tool-call-delta", index: 0, id, argumentsDelta: '"/"}' },
    {
      type: "block-end",
      index: 0,
      block: { type: "tool-call", id, name: "ls", arguments: '{"p":"/"}' },
    },
    { type: "finish", reason: { kind: "tool-calls" } },
  ]);
});

Deno.test("toolCallChunks() writes a value as JSON and counts up the ids", () => {
  const chunks = toolCallChunks([
    { name: "ls", arguments: { path: "/" } },
    { name: "now", arguments: {} },
  ], { text: "Let me see" });

  const ends = chunks.filter((chunk) => chunk.type === "block-end");
  assertEquals(ends.map((end) => end.block), [
    { type: "text", text: "Let me see" },
    {
      type: "tool-call",
      id: CallId("call-0"),
      name: "ls",
      arguments: '{"path":"/"}',
    },
    { type: "tool-call", id: CallId("call-1"), name: "now", arguments: "{}" },
  ]);
  assertEquals(ends.map((end) => end.index), [0, 1, 2]);
});

Deno.test("toolCallChunks() closes parallel calls together", () => {
  const chunks = toolCallChunks([
    { name: "a", arguments: [] },
    { name: "b", arguments: [] },
  ]);

  assertEquals(types(chunks), [
    "block-start",
    "tool-call-delta",
    "block-start",
    "tool-call-delta",
    "block-end",
    "block-end",
    "finish",
  ]);
});

function types(chunks: readonly StreamChunk[]): string[] {
  return chunks.map((chunk) => chunk.type);
}

for (const value of [undefined, null, 5, {}]) {
  Deno.test(`textChunks() refuses ${JSON.stringify(value)}`, () => {
    assertThrows(
      () => textChunks(value as never),
      TypeError,
      'Cannot script chunks: "text" must be a string or an array',
    );
  });

  Deno.test(`toolCallChunks() refuses ${JSON.stringify(value)}`, () => {
    assertThrows(
      () => toolCallChunks(value as never),
      TypeError,
      'Cannot script chunks: "calls" must be an array',
    );
  });
}
