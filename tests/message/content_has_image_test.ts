import { assert, assertFalse, assertThrows } from "@std/assert";
import {
  AttachmentId,
  CallId,
  type ContentBlock,
  contentHasImage,
} from "../../message.ts";

const text: ContentBlock = { type: "text", text: "a" };
const image: ContentBlock = {
  type: "image",
  attachment: {
    attachmentId: AttachmentId("image-1"),
    mediaType: "image/png",
    bytes: 1,
  },
};

function result(content: ContentBlock[]): ContentBlock {
  return { type: "tool-result", toolCallId: CallId("call-1"), content };
}

Deno.test("contentHasImage() is false without an image", () => {
  assertFalse(contentHasImage([text, result([text])]));
});

Deno.test("contentHasImage() is false for no blocks", () => {
  assertFalse(contentHasImage([]));
});

Deno.test("contentHasImage() finds an image among blocks", () => {
  assert(contentHasImage([text, image]));
});

Deno.test("contentHasImage() finds an image in a tool result", () => {
  assert(contentHasImage([result([text, image])]));
});

Deno.test("contentHasImage() finds an image 100,000 results down", () => {
  let block = result([image]);
  for (let level = 1; level < 100_000; level++) block = result([block]);

  assert(contentHasImage([block]));
});

Deno.test("contentHasImage() survives a cycle", () => {
  const content: ContentBlock[] = [];
  content.push(result(content));

  assertFalse(contentHasImage(content));
});

for (const value of ["Hi", undefined, null, {}]) {
  Deno.test(`contentHasImage() refuses ${JSON.stringify(value)}`, () => {
    assertThrows(
      () => contentHasImage(value as never),
      TypeError,
      'Cannot look for images: "blocks" must be an array of blocks',
    );
  });
}
