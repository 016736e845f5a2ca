import { assertStrictEquals, assertThrows } from "@std/assert";
import { CallId, type ContentBlock, textOf } from "../../message.ts";

const call: ContentBlock = {
  type: "tool-call",
  id: CallId("call-1"),
  name: "ls",
  arguments: "{}",
};

Deno.test("textOf() joins text blocks with nothing between them", () => {
  const text = textOf({
    content: [{ type: "text", text: "a" }, call, { type: "text", text: "b" }],
  });

  assertStrictEquals(text, "ab");
});

Deno.test("textOf() leaves out reasoning and what a tool answered", () => {
  const text = textOf({
    content: [
      { type: "reasoning", text: "secret" },
      {
        type: "tool-result",
        toolCallId: CallId("call-1"),
        content: [{ type: "text", text: "answer" }],
      },
    ],
  });

  assertStrictEquals(text, "");
});

for (const value of ["Hi", undefined, null, {}, { content: "Hi" }]) {
  Deno.test(`textOf() refuses ${JSON.stringify(value)}`, () => {
    assertThrows(
      () => textOf(value as never),
      TypeError,
      'Cannot read text: "message.content" must be an array of blocks',
    );
  });
}
