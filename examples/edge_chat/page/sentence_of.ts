/**
 * Ends of answers, for people.
 *
 * @module
 */

import type { FinishReason } from "../../../message.ts";

/**
 * Says in one sentence what is not as it should be about an end.
 *
 * @param reason The end.
 * @returns The sentence, or `undefined` if the answer is whole.
 */
export function sentenceOf(reason: FinishReason): string | undefined {
  switch (reason.kind) {
    case "stop":
    case "tool-calls":
      return undefined;
    case "max-tokens":
      return "The answer has reached its greatest length.";
    case "aborted":
      return "Stopped.";
    case "error": {
      const { status, message } = reason.failure;
      return status === 404 || status === 410
        ? "The answer is no longer there."
        : `${message}.`;
    }
    default:
      return "The answer ended for a reason unknown here.";
  }
}
