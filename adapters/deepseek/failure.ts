/**
 * From what a server says about its failure to an error.
 *
 * @module
 */

import { classifyFailure } from "../../runtime/classify_failure.ts";
import { detailText } from "../../runtime/detail_text.ts";
import { LlmError } from "../../runtime/error.ts";
import { isRecord, textIn } from "./_record.ts";
import { excerpt, pageTitle } from "../../runtime/excerpt.ts";
import type { Exchange } from "./exchange.ts";
import {
  providerDelayMs,
  statedDelayMs,
} from "../../runtime/provider_delay_ms.ts";

/** What a server told about a failure. */
interface FailureDetail {
  /** The server's own words, or the empty string. */
  readonly message: string;
  /** Type and code of the error, as words in lower case. */
  readonly kind: string;
  /** HTTP status the error names, if it does. */
  readonly status: number | undefined;
}

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
  { requestId, redact }: Exchange,
): LlmError {
  const { status, headers } = response;
  const detail = describe(parseBody(body));
  const message = excerpt(detail.message, { redact }) ||
    withoutWords(status, redact(body));
  return new LlmError(message, classifyFailure(status, detail), {
    cause: excerpt(body, { length: 4_000, redact }) || undefined,
    status: status >= 100 && status <= 599 ? status : undefined,
    providerRetryAfterMs: providerDelayMs(headers, message),
    requestId,
  });
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
  const detail = describe(report);
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

function describe(report: unknown): FailureDetail {
  const value: unknown = Array.isArray(report) ? report[0] : report;
  if (!isRecord(value)) {
    return { message: textIn(value), kind: "", status: undefined };
  }
  const error = isRecord(value.error) ? value.error : {};
  const told = [error.type, error.code, error.status, value.type, value.code];
  return {
    message: textIn(error.message) || textIn(value.error) ||
      textIn(value.message) || detailText(error.detail) ||
      detailText(value.detail) ||
      (Array.isArray(report) ? detailText(report) : textIn(value.msg)),
    kind: told.map(textIn).join(" ").toLowerCase(),
    status: [
      error.code,
      error.status,
      value.code,
      value.status,
      value.status_code,
    ].map(statusIn).find((status) => status !== undefined),
  };
}

function statusIn(value: unknown): number | undefined {
  const status = typeof value === "string" && /^\d{3}$/.test(value)
    ? Number(value)
    : value;
  // An error that names a status of success names something else.
  return typeof status === "number" && Number.isInteger(status) &&
      status >= 400 && status <= 599
    ? status
    : undefined;
}

function withoutWords(status: number, body: string): string {
  const answer = `Cannot call model: the server answered with status ${status}`;
  const title = pageTitle(body);
  if (title !== "") return `${answer} and a page titled ${title}`;
  const text = body.trim();
  if (text === "") return `${answer} and no text`;
  return text.startsWith("<") ? `${answer} and a page` : excerpt(text);
}
