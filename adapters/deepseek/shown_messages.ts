/**
 * What of a conversation a model gets to see.
 *
 * @module
 */

import type { Message } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { showImages } from "../../runtime/show_images.ts";
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
  const taken = inputModalities.includes("image");
  return showImages(messages, { taken, config, context });
}
