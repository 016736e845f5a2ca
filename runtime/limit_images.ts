/**
 * How many images one request may carry.
 *
 * @module
 */

import {
  type ContentBlock,
  contentHasImage,
  type Message,
} from "../message.ts";
import { withoutImages } from "./without_images.ts";

/** What the images of one request may come to. */
export interface ImageLimits {
  /** Most images: a positive integer. */
  readonly maxImages: number;
  /** Most bytes of them together, as they are stored: a positive integer. */
  readonly maxBytes: number;
}

/** A conversation whose images keep within limits. */
export interface LimitedImages {
  /** The messages: the very ones that were given where nothing was left out. */
  readonly messages: Message[];
  /** How many images were left out. */
  readonly dropped: number;
}

/**
 * Puts text in place of the oldest images where there are more than a request may
 * carry, and of every image that is too large for any request.
 *
 * Going over a limit leaves out more than it must: what stays is at most half of
 * each limit, or the newest image alone. So the beginning of a growing conversation
 * changes once in many images and not with each, and what a provider has cached of
 * it stays valid in between. An image that was left out stays out.
 *
 * The same conversation always gives the same text: nothing but its images, one
 * after the other, decides.
 *
 * @param messages The conversation.
 * @param limits What its images may come to.
 * @returns The conversation to send.
 */
export function limitImages(
  messages: Message[],
  { maxImages, maxBytes }: ImageLimits,
): LimitedImages {
  // Finds out without recursion, which is not for every conversation.
  if (!messages.some(({ content }) => contentHasImage(content))) {
    return { messages, dropped: 0 };
  }
  const sizes = messages.flatMap(({ content }) => imageSizes(content));
  const fits = (size: number) => size <= maxBytes;
  let first = 0;
  let images = 0;
  let bytes = 0;
  for (const size of sizes) {
    if (!fits(size)) continue;
    images += 1;
    bytes += size;
    if (images <= maxImages && bytes <= maxBytes) continue;
    while (images > 1 && (images > maxImages / 2 || bytes > maxBytes / 2)) {
      const oldest = sizes[first++]!;
      if (!fits(oldest)) continue;
      images -= 1;
      bytes -= oldest;
    }
  }
  const dropped = sizes.length - images;
  if (dropped === 0) return { messages, dropped };
  let place = 0;
  const kept = withoutImages(messages, () => {
    const shown = place >= first && fits(sizes[place]!);
    place += 1;
    return shown;
  });
  return { messages: kept, dropped };
}

function imageSizes(content: readonly ContentBlock[]): number[] {
  return content.flatMap((block) => {
    switch (block.type) {
      case "image":
        // What is no size is refused when the image is read.
        return block.attachment.bytes > 0 ? block.attachment.bytes : 0;
      case "tool-result":
        return imageSizes(block.content);
      default:
        return [];
    }
  });
}
