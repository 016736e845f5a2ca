/**
 * Text in place of images that a model does not get.
 *
 * @module
 */

import {
  type ContentBlock,
  contentHasImage,
  type ImageAttachmentRef,
  type Message,
} from "../message.ts";
import { imagePlaceholder } from "./image_text.ts";

/** Tells whether an image stays. Asked once for each, in their order. */
export type KeepImage = (ref: ImageAttachmentRef) => boolean;

/**
 * Puts text in place of images, those in tool results included.
 *
 * @param messages The messages.
 * @param keep Which images stay. Absent: none.
 * @returns The same messages where there is no image, else frozen copies of those
 * with images.
 */
export function withoutImages(
  messages: Message[],
  keep: KeepImage = () => false,
): Message[] {
  if (!messages.some(({ content }) => contentHasImage(content))) {
    return messages;
  }
  return messages.map((message) =>
    contentHasImage(message.content)
      ? Object.freeze({
        ...message,
        content: replaceImages(message.content, keep),
      })
      : message
  );
}

function replaceImages(
  content: readonly ContentBlock[],
  keep: KeepImage,
): ContentBlock[] {
  const replaced = content.map((block): ContentBlock => {
    switch (block.type) {
      case "image":
        return keep(block.attachment) ? block : Object.freeze({
          type: "text",
          text: imagePlaceholder(block.attachment),
        });
      case "tool-result":
        return Object.freeze({
          ...block,
          content: replaceImages(block.content, keep),
        });
      default:
        return block;
    }
  });
  return Object.freeze(replaced) as ContentBlock[];
}
