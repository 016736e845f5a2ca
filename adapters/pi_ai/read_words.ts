/**
 * What a provider says about a failure, in whatever form.
 *
 * @module
 */

import {
  type FailureReport,
  failureStatus,
  readFailureReport,
} from "../../runtime/failure_report.ts";
import { recordIn } from "../../runtime/json_record.ts";

/**
 * Reads what a provider says, or what pi-ai makes of it: a sentence, a JSON object,
 * or one after the other.
 *
 * @param text The text.
 * @returns The sentence, empty where there is none or a page, and what else is said.
 */
export function readWords(text: string): FailureReport {
  const start = text.indexOf("{");
  const found = start < 0 ? undefined : recordIn(text.slice(start).trim());
  const named = /^(?:[\w .-]+ \()?(\d{3})(?:\)?:|\s)/.exec(text)?.[1];
  const status = failureStatus(named);
  if (found === undefined) {
    const message = text.trimStart().startsWith("<") ? "" : text;
    return { message, kind: "", status };
  }
  const report = readFailureReport(found);
  return {
    message: report.message || text,
    kind: report.kind,
    status: status ?? report.status,
  };
}
