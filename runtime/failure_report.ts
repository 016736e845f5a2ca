/**
 * What a server tells of its own failure, in whatever form.
 *
 * @module
 */

import type { FailureWords } from "./classify_failure.ts";
import { detailText } from "./detail_text.ts";
import { isRecord, textIn } from "./json_record.ts";

/** What a server told about a failure. */
export interface FailureReport extends FailureWords {
  /** HTTP status the failure names, if it does. */
  readonly status: number | undefined;
}

/**
 * Reads what a server tells of a failure.
 *
 * @param report The report, parsed, or its text where it is no JSON.
 * @returns The server's sentence, empty where there is none, and what else it says.
 */
export function readFailureReport(report: unknown): FailureReport {
  const value: unknown = Array.isArray(report) ? report[0] : report;
  if (!isRecord(value)) {
    return { message: textIn(value), kind: "", status: undefined };
  }
  const error = isRecord(value.error) ? value.error : {};
  const told = [
    error.type,
    error.code,
    error.status,
    value.type,
    value.code,
    value.status,
  ];
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
    ].map(failureStatus).find((status) => status !== undefined),
  };
}

/**
 * Reads an HTTP status that a failure names.
 *
 * @param value The status, as a number or its digits.
 * @returns The status. One of success names something else.
 */
export function failureStatus(value: unknown): number | undefined {
  const status = typeof value === "string" && /^\d{3}$/.test(value)
    ? Number(value)
    : value;
  return typeof status === "number" && Number.isInteger(status) &&
      status >= 400 && status <= 599
    ? status
    : undefined;
}
