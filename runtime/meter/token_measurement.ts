/**
 * What the meter tells.
 *
 * @module
 */

/**
 * What a total starts from: nothing, as no header is known; an estimate of what is
 * sent beside the messages; or what the provider counted of the newest call.
 */
export type TokenBaseline = "none" | "estimated" | "usage";

/** What one message of those the model sees takes. */
export interface TokenNode {
  /**
   * Seq of the event that put it there, for `Session.replace()` to go by. Several may
   * share one.
   */
  readonly seq: number;
  /** Estimated tokens. */
  readonly tokens: number;
}

/** How much of the context a session takes after an event. Frozen. */
export interface TokenMeasurement {
  /** Seq of that event, 0 where there is none. */
  readonly logRevision: number;
  /** What the total starts from. */
  readonly baseline: TokenBaseline;
  /**
   * Estimated tokens of the messages that are not in what the total starts from.
   * Below 0 where a compaction took more away than has come since.
   */
  readonly surfaceDeltaTokens: number;
  /** Tokens of the next prompt: the start and what came since, 0 or more. */
  readonly totalTokens: number;
  /** Estimated tokens of the messages the model sees. */
  readonly surfaceTokens: number;
  /** Each of these messages, in their order. Frozen. */
  readonly nodes: readonly TokenNode[];
}

/** What the next prompt is made of. Frozen. */
export interface TokenBreakdown {
  /** Estimated tokens of the system slot. */
  readonly systemTokens: number;
  /** Estimated tokens of the tools. */
  readonly toolsTokens: number;
  /** Estimated tokens of the messages the model sees. */
  readonly messagesTokens: number;
  /**
   * Tokens of the whole: more than the sum of the others where the provider has
   * counted more.
   */
  readonly promptTokens: number;
}
