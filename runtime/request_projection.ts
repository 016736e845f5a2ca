/**
 * What of a request one adapter gets to see.
 *
 * @module
 */

import type { Message } from "../message.ts";
import type { LlmAdapter } from "./adapter.ts";
import type { GenerateOptions, LlmCallConfig } from "./request.ts";

/**
 * Fills defaults in and takes out the replay state of other adapters: it goes
 * only where one adapter serves both the route it came from and the route of the
 * request, now. A frozen request stays frozen.
 *
 * @param options The request.
 * @param fields The defaults to fill in.
 * @param adapter Who will see the result.
 * @param ownerOf Finds who serves a route now.
 * @returns The request itself where nothing changes, else a copy.
 */
export function projectRequest(
  options: GenerateOptions,
  fields: Partial<LlmCallConfig>,
  adapter: LlmAdapter,
  ownerOf: (provider: string) => LlmAdapter | undefined,
): GenerateOptions {
  const messages = withoutForeignState(
    options.messages,
    (provider) =>
      ownerOf(provider) === adapter && ownerOf(options.provider) === adapter,
  );
  if (messages === options.messages && Object.keys(fields).length === 0) {
    return options;
  }
  const copy = { ...options, ...fields, messages };
  return Object.isFrozen(options) ? Object.freeze(copy) : copy;
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
  if (!changed) return messages;
  return Object.isFrozen(messages)
    ? Object.freeze(projected) as Message[]
    : projected;
}
