/**
 * Why a response is none.
 *
 * @module
 */

import { codeOfStatus } from "../classify_failure.ts";
import { MALFORMED_RESPONSE_CODE, TRANSPORT_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import { excerpt } from "../excerpt.ts";
import { providerDelayMs } from "../provider_delay_ms.ts";
import { requestIdOf } from "../request_id_of.ts";

/**
 * Makes the error of a response with another status than was hoped for.
 *
 * @param response The response. Its body is not read.
 * @returns The error, with all that the headers tell.
 */
export function refusalOf({ status, headers }: Response): LlmError {
  // What a page of another origin may not look at, and a network error, have
  // no status.
  if (status === 0) {
    return new LlmError("Cannot read response: it is opaque", TRANSPORT_CODE);
  }
  return new LlmError(
    `Cannot read response: the server answered with status ${status}`,
    codeOfStatus(status),
    {
      status: status >= 100 && status <= 599 ? status : undefined,
      providerRetryAfterMs: providerDelayMs(headers, ""),
      requestId: requestIdOf(headers, (id) => id),
    },
  );
}

/**
 * Tells what kind of content a response has.
 *
 * @param response The response.
 * @returns The type in lower case, without parameters.
 */
export function contentTypeOf({ headers }: Response): string {
  const [essence = ""] = (headers.get("content-type") ?? "").split(";", 1);
  return essence.trim().toLowerCase();
}

/**
 * Makes the error of a response that has other content than was hoped for.
 *
 * @param response The response.
 * @returns The error, which quotes the type.
 */
export function wrongContent({ headers }: Response): LlmError {
  const type = headers.get("content-type") ?? "";
  const quoted = JSON.stringify(excerpt(type, { length: 100 }));
  return new LlmError(
    `Cannot read response: its content type is ${quoted}`,
    MALFORMED_RESPONSE_CODE,
  );
}
