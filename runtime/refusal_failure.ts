/**
 * From an answer that refuses a request to an error.
 *
 * @module
 */

import type { ProviderRequestId } from "../message.ts";
import { classifyFailure, type FailureWords } from "./classify_failure.ts";
import { LlmError } from "./error.ts";
import { excerpt, pageTitle } from "./excerpt.ts";
import { providerDelayMs } from "./provider_delay_ms.ts";
import type { Redact } from "./redactor.ts";

/** What {@linkcode refusalFailure} depends on beside what the server says. */
export interface RefusalFailureOptions {
  /** The answer: its body is not touched. */
  readonly response: Response;
  /** What could be read of the body. */
  readonly body: string;
  /** Name the provider gave the exchange. */
  readonly requestId: ProviderRequestId | undefined;
  /** Cuts secrets out of a text. */
  readonly redact: Redact;
  /**
   * Finds the code of the failure.
   *
   * @default {`classifyFailure()`}
   */
  readonly codeOf?: typeof classifyFailure | undefined;
}

/**
 * Makes the error for an answer whose status is none of success.
 *
 * @param words What the server says.
 * @param options What is known otherwise.
 * @returns The error.
 */
export function refusalFailure(
  words: FailureWords,
  options: RefusalFailureOptions,
): LlmError {
  const { response, body, requestId, redact, codeOf = classifyFailure } =
    options;
  const { status, headers } = response;
  const message = excerpt(words.message, { redact }) ||
    withoutWords(status, redact(body).trim());
  return new LlmError(message, codeOf(status, words), {
    cause: excerpt(body, { length: 4_000, redact }) || undefined,
    status: status >= 100 && status <= 599 ? status : undefined,
    providerRetryAfterMs: providerDelayMs(headers, message),
    requestId,
  });
}

function withoutWords(status: number, text: string): string {
  const answer = `Cannot call model: the server answered with status ${status}`;
  const title = pageTitle(text);
  if (title !== "") return `${answer} and a page titled ${title}`;
  if (text === "") return `${answer} and no text`;
  return text.startsWith("<") ? `${answer} and a page` : excerpt(text);
}
