/**
 * What of a conversation a model gets to see.
 *
 * @module
 */

import type { Message } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { limitImages } from "../../runtime/image_budget.ts";
import { withoutImages } from "../../runtime/image_placeholder.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { findModel } from "./models.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";

/** What {@linkcode shownMessages} depends on beside the request. */
export interface ShownMessagesOptions {
  /** The configuration of the call. */
  config: ResolvedDeepSeekOptions;
  /** Where to report what was left out. */
  context?: LlmAdapterContext | undefined;
}

/**
 * Puts text in place of images that the model does not take, or that are more than
 * a request may carry.
 *
 * @param request The request.
 * @param options How much it may carry, and where to report.
 * @returns Its messages, the very ones where they can stay as they are.
 */
export function shownMessages(
  { model, messages }: Pick<GenerateOptions, "model" | "messages">,
  { config, context }: ShownMessagesOptions,
): Message[] {
  // A runtime has done so already, but not every request comes through one.
  const { inputModalities = ["image"] } = findModel(config, model);
  if (!inputModalities.includes("image")) return withoutImages(messages);

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
