/**
 * From a failure that a server reports within a response to an error.
 *
 * @module
 */

import type { ProviderRequestId } from "../message.ts";
import { classifyFailure } from "./classify_failure.ts";
import { LlmError } from "./error.ts";
import { excerpt } from "./excerpt.ts";
import { readFailureReport } from "./failure_report.ts";
import { statedDelayMs } from "./provider_delay_ms.ts";
import type { Redact } from "./redactor.ts";

/** What {@linkcode reportedFailure} depends on beside the report. */
export interface ReportedFailureOptions {
  /** Name the provider gave the exchange. */
  readonly requestId: ProviderRequestId | undefined;
  /** Cuts secrets out of a text. */
  readonly redact: Redact;
}

/**
 * Makes the error for a failure that a server reports within a response.
 *
 * @param report The report: an event's payload, or its text where that is no
 * JSON.
 * @param options What is known otherwise.
 * @returns The error.
 */
export function reportedFailure(
  report: unknown,
  { requestId, redact }: ReportedFailureOptions,
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
