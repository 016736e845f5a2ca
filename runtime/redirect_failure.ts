/**
 * Redirects, which are not followed: the credential and the conversation would
 * travel along.
 *
 * @module
 */

import { INVALID_REQUEST_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { Redact } from "./redactor.ts";
import { requestIdOf } from "./request_id_of.ts";

/** What {@linkcode redirectFailure} depends on beside the answer. */
export interface RedirectFailureOptions {
  /** Where the answer is from. */
  readonly url: string;
  /** Cuts secrets out of a text. */
  readonly redact: Redact;
}

/**
 * Makes the error for an answer that is a redirect, and lets go of its body.
 *
 * @param response The answer.
 * @param options What is known otherwise.
 * @returns The error, or `undefined` for any other answer.
 */
export function redirectFailure(
  response: Response,
  { url, redact }: RedirectFailureOptions,
): LlmError | undefined {
  const { status, type, headers } = response;
  const redirects = type === "opaqueredirect" ||
    (status >= 300 && status <= 399);
  if (!redirects) return undefined;
  // Nobody waits for a body that nobody reads.
  response.body?.cancel().catch(() => {});
  const target = targetOf(redact(headers.get("location") ?? ""), url);
  return new LlmError(
    `Cannot call model: the server redirects to ${redact(target)}`,
    INVALID_REQUEST_CODE,
    {
      // A browser hides the status of a redirect it did not follow.
      status: status || undefined,
      requestId: requestIdOf(headers, redact),
    },
  );
}

/** The origin of a redirect's target: more of it could hold a secret. */
function targetOf(location: string, url: string): string {
  try {
    if (location !== "") return JSON.stringify(new URL(location, url).origin);
  } catch {
    // Not a place.
  }
  return "an unknown place";
}
