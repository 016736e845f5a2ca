/**
 * From what a server says about its failure to an error.
 *
 * @module
 */

import { classifyFailure } from "../../runtime/classify_failure.ts";
import { LlmError } from "../../runtime/error.ts";
import { excerpt } from "../../runtime/excerpt.ts";
import { readFailureReport } from "../../runtime/failure_report.ts";
import { statedDelayMs } from "../../runtime/provider_delay_ms.ts";
import { refusalFailure } from "../../runtime/refusal_failure.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Makes the error for an answer whose status is none of success.
 *
 * @param response The answer. Its body is not touched.
 * @param body What could be read of the body.
 * @param exchange Its name and its secrets.
 * @returns The error.
 */
export function responseFailure(
  response: Response,
  body: string,
  exchange: Exchange,
): LlmError {
  const words = readFailureReport(parseBody(body));
  return refusalFailure(words, { response, body, ...exchange });
}

/**
 * Makes the error for a failure that a server reports within a response.
 *
 * @param report The report: an event's payload, or its text where that is no
 * JSON.
 * @param exchange Its name and its secrets.
 * @returns The error.
 */
export function reportedFailure(
  report: unknown,
  { requestId, redact }: Exchange,
): LlmError {
  const detail = readFailureReport(report);
  const message = excerpt(detail.message, { redact }) ||
    "Cannot complete response: the provider reported a failure without words";
  return new LlmError(message, classifyFailure(detail.status, detail), {
    status: detail.status,
    providerRetryAfterMs: statedDelayMs(message),
    requestId,
  });
}

/** The JSON of a body, or of the event in it, or else its text. */
function parseBody(body: string): unknown {
  const text = body.trim();
  if (text.startsWith("<")) return "";
  try {
    return JSON.parse(text.replace(/^(?:event:.*[\r\n]+)?data:/, ""));
  } catch {
    return text;
  }
}
