import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  AttachmentId,
  CallId,
  type ContentBlock,
  createToolResultMessage,
  createUserMessage,
  type ImageBlock,
  type Message,
} from "../../message.ts";
import { withoutImages } from "../../runtime/without_images.ts";

function image(id: string, name?: string): ImageBlock {
  return {
    type: "image",
    attachment: {
      attachmentId: AttachmentId(id),
      mediaType: "image/png",
      bytes: 3,
      ...(name !== undefined && { name }),
    },
  };
}

function asking(...content: ContentBlock[]): Message {
  return createUserMessage({ content });
}

Deno.test("withoutImages() returns the very messages where there is no image", () => {
  const messages = [asking({ type: "text", text: "Hi" })];

  assertStrictEquals(withoutImages(messages), messages);
});

Deno.test("withoutImages() puts text that names the attachment in an image's place", () => {
  const before: ContentBlock = { type: "text", text: "before" };
  const after: ContentBlock = { type: "text", text: "after" };
  const message = asking(before, image("a1"), after);

  const [{ content, ...rest }] = withoutImages([message]) as [Message];

  assertEquals(content, [
    before,
    { type: "text", text: "[image not shown: a1, image/png]" },
    after,
  ]);
  assertEquals({ ...rest, content: message.content }, message);
});

Deno.test("withoutImages() tells an image's name as well", () => {
  const [message] = withoutImages([asking(image("a1", "cat.png"))]);

  assertEquals(message?.content, [
    { type: "text", text: "[image not shown: cat.png, a1, image/png]" },
  ]);
});

Deno.test("withoutImages() writes the same for the same image, and another for another", () => {
  const [first, second, third] = ["a1", "a1", "a2"].map((id) =>
    withoutImages([asking(image(id))])[0]?.content
  );

  assertEquals(first, second);
  assert(JSON.stringify(first) !== JSON.stringify(third));
});

Deno.test("withoutImages() looks into tool results, and into results in those", () => {
  const inner: ContentBlock = {
    type: "tool-result",
    toolCallId: CallId("c2"),
    content: [image("deep")],
  };
  const message = createToolResultMessage({
    callId: CallId("c1"),
    content: [image("a1"), inner],
    isError: true,
  });

  const [projected] = withoutImages([message]);

  assertEquals(projected?.content, [{
    type: "tool-result",
    toolCallId: CallId("c1"),
    isError: true,
    content: [
      { type: "text", text: "[image not shown: a1, image/png]" },
      {
        type: "tool-result",
        toolCallId: CallId("c2"),
        content: [
          { type: "text", text: "[image not shown: deep, image/png]" },
        ],
      },
    ],
  }]);
});

Deno.test("withoutImages() lets blocks of unknown types through", () => {
  const chart = { type: "chart", points: [1] } as unknown as ContentBlock;
  const message = { ...asking(image("a1")), content: [image("a1"), chart] };

  const [projected] = withoutImages([message]);

  assertStrictEquals(projected?.content[1], chart);
});

Deno.test("withoutImages() leaves the messages it was given as they are", () => {
  const messages = [asking(image("a1")), asking({ type: "text", text: "Hi" })];
  const before = structuredClone(messages);

  const projected = withoutImages(messages);

  assertEquals(messages, before);
  assertStrictEquals(projected[1], messages[1]);
  assertStrictEquals(Object.isFrozen(messages), false);
});

Deno.test("withoutImages() freezes its copies all the way down", () => {
  const message = createToolResultMessage({
    callId: CallId("c1"),
    content: [image("a1")],
    isError: false,
  });

  const [projected] = withoutImages([message]);

  const [result] = projected!.content;
  assert(Object.isFrozen(projected));
  assert(Object.isFrozen(projected!.content));
  assert(Object.isFrozen(result));
  assert(result?.type === "tool-result" && Object.isFrozen(result.content));
  assert(Object.isFrozen(result.content[0]));
});

Deno.test("withoutImages() asks once for each image, in their order, whether it stays", () => {
  const result: ContentBlock = {
    type: "tool-result",
    toolCallId: CallId("c1"),
    content: [image("a2")],
  };
  const kept = image("a3");
  const asked: string[] = [];

  const [first, second] = withoutImages(
    [asking(image("a1"), result), asking(kept)],
    ({ attachmentId }) => {
      asked.push(attachmentId);
      return attachmentId === "a3";
    },
  );

  assertEquals(asked, ["a1", "a2", "a3"]);
  assertEquals(first?.content[0], {
    type: "text",
    text: "[image not shown: a1, image/png]",
  });
  assertEquals(second?.content, [kept]);
});
