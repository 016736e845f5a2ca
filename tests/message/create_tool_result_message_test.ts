import { assert, assertEquals, assertFalse, assertThrows } from "@std/assert";
import {
  CallId,
  createToolResultMessage,
  type ToolResultMessageInput,
} from "../../message.ts";

const callId = CallId("call-1");

Deno.test("createToolResultMessage() makes one block for the call", () => {
  const message = createToolResultMessage({
    callId,
    content: [{ type: "text", text: "done" }],
    isError: false,
  });

  assertEquals(message.content, [{
    type: "tool-result",
    toolCallId: callId,
    content: [{ type: "text", text: "done" }],
    isError: false,
  }]);
});

Deno.test("createToolResultMessage() fixes role and source", () => {
  const message = createToolResultMessage({ callId, content: "done" });

  assertEquals(message.role, "user");
  assertEquals(message.source, { kind: "tool", callId });
});

Deno.test("createToolResultMessage() takes a string for one text block", () => {
  const message = createToolResultMessage({ callId, content: "done" });

  assertEquals(message.content[0].content, [{ type: "text", text: "done" }]);
});

Deno.test("createToolResultMessage() marks an error", () => {
  const message = createToolResultMessage({
    callId,
    content: "no such file",
    isError: true,
  });

  assertEquals(message.content[0].isError, true);
});

Deno.test("createToolResultMessage() leaves isError out if undefined", () => {
  const message = createToolResultMessage({
    callId,
    content: "done",
    isError: undefined,
  });

  assertFalse("isError" in message.content[0]);
});

Deno.test("createToolResultMessage() freezes deeply", () => {
  const message = createToolResultMessage({ callId, content: "done" });

  assert(Object.isFrozen(message.content[0].content[0]));
  assert(Object.isFrozen(message.source));
});

const wrong: [string, Record<string, unknown>, string][] = [
  ["an empty call id", { callId: "" }, '"callId" must be a non-empty string'],
  ["a missing call id", { callId: undefined }, '"callId" must be a non-empty'],
  [
    "content of another type",
    { content: {} },
    '"content" must be a string or an array of blocks',
  ],
  ["a malformed block", { content: [{}] }, '"content[0].type" must be a'],
  ["an isError of another type", { isError: 1 }, '"isError" must be a boolean'],
];

for (const [name, fields, expected] of wrong) {
  Deno.test(`createToolResultMessage() refuses ${name}`, () => {
    const input = { callId, content: "done", ...fields };

    assertThrows(
      () => createToolResultMessage(input as unknown as ToolResultMessageInput),
      TypeError,
      `Cannot create message: ${expected}`,
    );
  });
}

Deno.test("createToolResultMessage() refuses to be called without input", () => {
  assertThrows(
    () =>
      createToolResultMessage(undefined as unknown as ToolResultMessageInput),
    TypeError,
    'Cannot create message: "input" must be an object',
  );
});
