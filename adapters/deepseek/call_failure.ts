/**
 * How a call fails before the provider has said that it did.
 *
 * @module
 */

import { MALFORMED_RESPONSE_CODE, TIMEOUT_CODE } from "../../runtime/codes.ts";
import { isHarnessError, LlmError } from "../../runtime/error.ts";
import type { WatchdogClock } from "../../runtime/watchdog.ts";
import type { Exchange } from "./exchange.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";

/**
 * Makes the failure of a response that could not be read. JSON can be nested so
 * deeply that reading it exhausts the stack.
 *
 * @param cause What reading it threw.
 * @param exchange Its name.
 * @returns The failure.
 */
export function decodingFailure(cause: unknown, exchange: Exchange): unknown {
  return isHarnessError(cause)
    ? cause
    : malformed("it is JSON of a shape that cannot be read", exchange, cause);
}

/** The answer is not what an answer looks like. */
export function malformed(
  state: string,
  { requestId }: Pick<Exchange, "requestId">,
  cause?: unknown,
): LlmError {
  return new LlmError(
    `Cannot read response: ${state}`,
    MALFORMED_RESPONSE_CODE,
    { cause, requestId },
  );
}

/**
 * Makes the failure of a response that kept the call waiting.
 *
 * @param clock Which clock ran out.
 * @param config What it was set to.
 * @param exchange Its name.
 * @returns The failure.
 */
export function timeoutFailure(
  clock: WatchdogClock,
  config: Pick<
    ResolvedDeepSeekOptions,
    "streamIdleTimeoutMs" | "progressTimeoutMs"
  >,
  { requestId }: Exchange,
): LlmError {
  const { streamIdleTimeoutMs, progressTimeoutMs } = config;
  const state = clock === "idle"
    ? `no bytes came within the streamIdleTimeoutMs of ${streamIdleTimeoutMs} ms`
    : `no content came within the progressTimeoutMs of ${progressTimeoutMs} ms`;
  return new LlmError(`Cannot complete response: ${state}`, TIMEOUT_CODE, {
    requestId,
  });
}
