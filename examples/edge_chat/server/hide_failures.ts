/**
 * What clients learn of a call that failed.
 *
 * @module
 */

import {
  ABORTED_CODE,
  CONTENT_FILTER_CODE,
  CONTEXT_WINDOW_EXCEEDED_CODE,
  type FinishReason,
  LlmError,
  type LlmFailure,
  type LlmStreamTransformerFactory,
  RATE_LIMIT_CODE,
  SERVER_CODE,
  TIMEOUT_CODE,
} from "../../../mod.ts";

// What a client can make something of. The rest is between server and provider.
const STATES: ReadonlyMap<string, string> = new Map([
  [ABORTED_CODE, "it was stopped"],
  [CONTENT_FILTER_CODE, "the model may not speak of that"],
  [CONTEXT_WINDOW_EXCEEDED_CODE, "the conversation has grown too long"],
  [RATE_LIMIT_CODE, "too many questions were asked at once"],
  [TIMEOUT_CODE, "the model took too long"],
]);

/**
 * Makes a listener that puts a sentence of its own in the place of whatever a
 * provider, or a library, says of a failure. Register it first: the outermost
 * sees what all others made of a call.
 *
 * @param report Told of the failure itself.
 * @returns The listener.
 */
export function hideFailures(
  report: (failure: LlmFailure) => void,
): LlmStreamTransformerFactory {
  return {
    transformer: () => ({
      transform(chunk, controller) {
        if (chunk.type !== "finish") return controller.enqueue(chunk);
        const { reason } = chunk;
        if ("failure" in reason) report(reason.failure);
        // Without replay state: the client has no use for it.
        controller.enqueue({ type: "finish", reason: publicReason(reason) });
      },
    }),
  };
}

function publicReason(reason: FinishReason): FinishReason {
  if (!("failure" in reason)) return reason;
  const { kind, failure } = reason;
  const code = STATES.has(failure.code) ? failure.code : SERVER_CODE;
  const state = STATES.get(code) ?? "the model is out of reach";
  const { failure: shown } = new LlmError(`Cannot answer: ${state}`, code);
  return { kind, failure: shown };
}
