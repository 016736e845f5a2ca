/**
 * What a request of a session came to.
 *
 * @module
 */

import type {
  AssistantMessage,
  LlmFailure,
  TokenUsage,
} from "../../message.ts";

/** What a request of a session came to. Switch on `kind`. */
export type TurnResult =
  | {
    /** The model answered. Its tool calls, if any, are for the caller to run. */
    readonly kind: "message";
    /** The answer, as it was logged. */
    readonly message: AssistantMessage;
    /** What the call used. */
    readonly usage?: TokenUsage | undefined;
  }
  | {
    /** Somebody gave up. */
    readonly kind: "interrupted";
    /** What was left of the answer, unless that was blank. */
    readonly message?: AssistantMessage | undefined;
  }
  | {
    /** The request failed, and nobody recovered it. */
    readonly kind: "error";
    /** The facts of it. */
    readonly failure: LlmFailure;
    /** What was thrown. Absent where the failure came as a chunk. */
    readonly error?: unknown;
  };
