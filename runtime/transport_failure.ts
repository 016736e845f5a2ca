/**
 * From what a transport throws to an error.
 *
 * @module
 */

import type { ProviderRequestId } from "../message.ts";
import { TRANSPORT_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import { errorChain } from "./error_chain.ts";
import { excerpt } from "./excerpt.ts";
import type { Redact } from "./redactor.ts";

/** What {@linkcode transportFailure} depends on beside what was thrown. */
export interface TransportFailureOptions {
  /** Name the provider gave the exchange. */
  readonly requestId: ProviderRequestId | undefined;
  /** Cuts secrets out of a text. */
  readonly redact: Redact;
}

/**
 * Makes the error for a request or a response that broke off. That the transport
 * failed decides its code, not the words: every runtime has its own.
 *
 * Its cause tells in words what was thrown. The thrown value itself may hold the
 * request, and with it the credential, in any of its fields.
 *
 * @param state What could not be done.
 * @param error What was thrown.
 * @param options What is known otherwise.
 * @returns The error.
 */
export function transportFailure(
  state: string,
  error: unknown,
  { requestId, redact }: TransportFailureOptions,
): LlmError {
  const words = redact(errorChain(error));
  return new LlmError(`${state}: ${excerpt(words)}`, TRANSPORT_CODE, {
    cause: new Error(words),
    requestId,
  });
}
