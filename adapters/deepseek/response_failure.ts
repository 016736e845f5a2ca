/**
 * From what a server says about its failure to an error.
 *
 * @module
 */

import type { LlmError } from "../../runtime/error.ts";
import { readFailureReport } from "../../runtime/failure_report.ts";
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
