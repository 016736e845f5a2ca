/**
 * Which images of a conversation a request carries.
 *
 * @module
 */

import type { Message } from "../message.ts";
import type { LlmAdapterContext } from "./adapter.ts";
import { limitImages } from "./limit_images.ts";
import { withoutImages } from "./without_images.ts";

/** What {@linkcode showImages} depends on. */
export interface ShowImagesOptions {
  /** Whether the model takes images. */
  readonly taken: boolean;
  /** How much a request may carry. */
  readonly config: {
    /** Most images. */
    readonly maxImages: number;
    /** Most bytes of all images together. */
    readonly maxImageBytes: number;
  };
  /** Where to report what was left out. */
  readonly context?: LlmAdapterContext | undefined;
}

/**
 * Puts text in place of images that the model does not take, or that are more than
 * a request may carry.
 *
 * @param messages The messages.
 * @param options How much a request may carry, and where to report.
 * @returns The messages, the very ones where they can stay as they are.
 */
export function showImages(
  messages: Message[],
  { taken, config, context }: ShowImagesOptions,
): Message[] {
  if (!taken) return withoutImages(messages);

  const { maxImages, maxImageBytes: maxBytes } = config;
  const limited = limitImages(messages, { maxImages, maxBytes });
  if (limited.dropped > 0) {
    context?.diagnostic({
      code: "IMAGES_LEFT_OUT",
      message:
        `Left out images (${limited.dropped}): a request carries at most ${maxImages}, of ${maxBytes} bytes together`,
    });
  }
  return limited.messages;
}
