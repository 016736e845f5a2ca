/**
 * What the adapter reports when it repairs a response or finds it odd.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";

/** Every diagnostic that reading a response may bring. */
export type ResponseDiagnosticCode =
  /** The arguments of a tool call are not a JSON object. */
  | "MALFORMED_TOOL_ARGUMENTS"
  /** A tool call came without an id and got one of ours. */
  | "MISSING_TOOL_CALL_ID"
  /** A tool call ended without the name of its tool. */
  | "MISSING_TOOL_CALL_NAME"
  /** Pi-ai noticed something itself. */
  | "PI_AI_DIAGNOSTIC";

/** Reports something noticed and dealt with. */
export type ReportOdd = (
  code: ResponseDiagnosticCode,
  message: string,
  detail?: Readonly<Record<string, string | number>>,
) => void;

/**
 * Makes the reporter of one response.
 *
 * @param context Where the reports go, if anybody listens.
 * @returns The reporter.
 */
export function createReportOdd(
  context: LlmAdapterContext | undefined,
): ReportOdd {
  return (code, message, detail) =>
    context?.diagnostic({ code, message, detail });
}
