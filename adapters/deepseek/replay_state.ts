/**
 * What the server wants back with the tool calls it made.
 *
 * A server may attach fields of its own to a tool call and refuse the next
 * request without them. They travel with the message as replay state, one entry
 * a block, and nobody else reads them.
 *
 * @module
 */

/** The opaque fields of one tool call, or null for a block that has none. */
export type ReplayEntry = Readonly<Record<string, unknown>> | null;

/** The envelope stored with a message. Lossless JSON. */
export interface DeepSeekReplayState {
  /** Facts of the response as a whole. */
  readonly response: {
    /** Version of this envelope. */
    readonly v: 1;
  };
  /** One entry a block, in first-seen order. */
  readonly blocks: readonly ReplayEntry[];
}

/**
 * Wraps the opaque fields of a response's blocks for the message they belong to.
 *
 * @param entries One entry a block, in first-seen order.
 * @returns The envelope, or `undefined` when no block has anything to keep.
 */
export function createReplayState(
  entries: readonly ReplayEntry[],
): DeepSeekReplayState | undefined {
  if (entries.every((entry) => entry === null)) return undefined;
  return { response: { v: 1 }, blocks: [...entries] };
}
