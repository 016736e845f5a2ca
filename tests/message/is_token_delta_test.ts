import { assertStrictEquals, assertThrows } from "@std/assert";
import { CallId, isTokenDelta, type StreamChunk } from "../../message.ts";

const id = CallId("call-1");
const usage = { inputTokens: 1, outputTokens: 1 };

const rows: [string, boolean, StreamChunk][] = [
  ["text", true, { type: "text-delta", index: 0, text: "a" }],
  ["blank text", true, { type: "text-delta", index: 0, text: " " }],
  ["empty text", false, { type: "text-delta", index: 0, text: "" }],
  ["reasoning", true, { type: "reasoning-delta", index: 0, text: "a" }],
  ["empty reasoning", false, { type: "reasoning-delta", index: 0, text: "" }],
  ["tool arguments", true, {
    type: "tool-call-delta",
    index: 0,
    id,
    argumentsDelta: "{",
  }],
  ["a tool name", true, {
    type: "tool-call-delta",
    index: 0,
    id,
    name: "ls",
    argumentsDelta: "",
  }],
  ["a tool delta with an id alone", false, {
    type: "tool-call-delta",
    index: 0,
    id,
    argumentsDelta: "",
  }],
  ["a tool delta with an empty name", false, {
    type: "tool-call-delta",
    index: 0,
    id,
    name: "",
    argumentsDelta: "",
  }],
  ["a start", false, { type: "block-start", index: 0, blockType: "text" }],
  ["an end", false, {
    type: "block-end",
    index: 0,
    block: { type: "text", text: "a" },
  }],
  ["usage", false, { type: "usage", usage }],
  ["a finish", false, { type: "finish", reason: { kind: "stop" } }],
];

for (const [name, expected, chunk] of rows) {
  Deno.test(`isTokenDelta() is ${expected} for ${name}`, () => {
    assertStrictEquals(isTokenDelta(chunk), expected);
  });
}

Deno.test("isTokenDelta() throws on what is no chunk", () => {
  assertThrows(
    () => isTokenDelta(null as unknown as StreamChunk),
    TypeError,
    "Cannot handle stream chunk: got null",
  );
});

Deno.test("isTokenDelta() throws on a chunk of unknown type", () => {
  assertThrows(
    () => isTokenDelta({ type: "unheard-of" } as unknown as StreamChunk),
    TypeError,
    'Cannot handle stream chunk: got an object of type "unheard-of"',
  );
});
