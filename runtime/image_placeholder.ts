/**
 * Text in place of images, for models that take none.
 *
 * @module
 */

import {
  type ContentBlock,
  contentHasImage,
  type ImageAttachmentRef,
  type Message,
  type TextBlock,
} from "../message.ts";

/**
 * Puts text in place of every image, those in tool results included.
 *
 * The text is the same for the same image every time, so that what a provider has
 * cached of the conversation stays valid.
 *
 * @param messages The messages.
 * @returns The same messages where there is no image, else frozen copies.
 */
export function withoutImages(messages: Message[]): Message[] {
  if (!messages.some(({ content }) => contentHasImage(content))) {
    return messages;
  }
  return messages.map((message) =>
    contentHasImage(message.content)
      ? Object.freeze({ ...message, content: replaceImages(message.content) })
      : message
  );
}

function replaceImages(content: readonly ContentBlock[]): ContentBlock[] {
  const replaced = content.map((block) => {
    switch (block.type) {
      case "image":
        return placeholder(block.attachment);
      case "tool-result":
        return Object.freeze({
          ...block,
          content: replaceImages(block.content),
        });
      default:
        return block;
    }
  });
  return Object.freeze(replaced) as ContentBlock[];
}

function placeholder(
  { attachmentId, mediaType, name }: ImageAttachmentRef,
): TextBlock {
  const what = name === undefined ? attachmentId : `${name}, ${attachmentId}`;
  return Object.freeze({
    type: "text",
    text: `[image not shown: ${what}, ${mediaType}]`,
  });
}
