/**
 * What of a request one adapter gets to see.
 *
 * @module
 */

import type { Message, ModelModality } from "../message.ts";
import type { LlmAdapter } from "./adapter.ts";
import type { GenerateOptions, LlmCallConfig } from "./request.ts";
import { withoutImages } from "./without_images.ts";

/** What a projection depends on beside the request. */
export interface ProjectionOptions {
  /** The defaults to fill in. */
  readonly fields: Partial<LlmCallConfig>;
  /** Who will see the result. */
  readonly adapter: LlmAdapter;
  /** What the model accepts. Absent means unknown. */
  readonly inputModalities?: readonly ModelModality[] | undefined;
  /** Finds who serves a route now. */
  readonly ownerOf: (provider: string) => LlmAdapter | undefined;
}

/**
 * Fills defaults in, takes out the replay state of other adapters, and puts text
 * in place of images the model would not take.
 *
 * Replay state goes only where one adapter serves both the route it came from and
 * the route of the request, now. A frozen request stays frozen.
 *
 * @param options The request.
 * @param projection What else it depends on.
 * @returns The request itself where nothing changes, else a copy.
 */
export function projectRequest(
  options: GenerateOptions,
  { fields, adapter, inputModalities, ownerOf }: ProjectionOptions,
): GenerateOptions {
  const owned = withoutForeignState(
    options.messages,
    (provider) =>
      ownerOf(provider) === adapter && ownerOf(options.provider) === adapter,
  );
  const blind = inputModalities !== undefined &&
    !inputModalities.includes("image");
  const messages = blind ? withoutImages(owned) : owned;
  if (messages === options.messages && Object.keys(fields).length === 0) {
    return options;
  }
  const copy = { ...options, ...fields, messages };
  if (!Object.isFrozen(options)) return copy;
  // Not the caller's own list: the conversation goes on in there.
  if (messages !== options.messages) Object.freeze(messages);
  return Object.freeze(copy);
}

function withoutForeignState(
  messages: Message[],
  owned: (provider: string) => boolean,
): Message[] {
  let changed = false;
  const projected = messages.map((message) => {
    const { source } = message;
    if (source?.kind !== "model" || source.replayState === undefined) {
      return message;
    }
    if (owned(source.provider)) return message;
    changed = true;
    const { replayState: _, ...rest } = source;
    return Object.freeze({ ...message, source: Object.freeze(rest) });
  });
  return changed ? projected : messages;
}
