/**
 * What the adapter reports when it repairs a response or finds it odd.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { excerpt } from "../../runtime/excerpt.ts";
import type { Redact } from "../../runtime/redactor.ts";

/** Every diagnostic that reading a response may bring. */
export type ResponseDiagnosticCode =
  /** The arguments of a call came again from their beginning. */
  | "CUMULATIVE_ARGUMENTS"
  /** The response was whole but never said why it ended. */
  | "MISSING_FINISH_REASON"
  /** A tool call came without an id and got one of ours. */
  | "MISSING_TOOL_CALL_ID"
  /** A tool call ended without the name of its tool. */
  | "MISSING_TOOL_CALL_NAME"
  /** More than one choice came; only the first is read. */
  | "SEVERAL_CHOICES"
  /** A part of the content is of a kind no block can hold. */
  | "SKIPPED_CONTENT_PART"
  /** An event held JSON that is not an object. */
  | "SKIPPED_PAYLOAD"
  /** Two tool calls shared one index and were told apart. */
  | "SPLIT_TOOL_CALL"
  /** A line belongs to no event. */
  | "STRAY_LINE"
  /** The server sent signs of life instead of content. */
  | "TRANSPORT_ACTIVITY"
  /** The finish reason is not one the format defines. */
  | "UNUSUAL_FINISH_REASON";

/** Reports something noticed and dealt with. */
export type ReportOdd = (
  code: ResponseDiagnosticCode,
  detail?: ReportDetail,
) => void;

/** Facts of a report, such as a server wrote them. */
export type ReportDetail = Readonly<Record<string, unknown>>;

/** Options for {@linkcode createReportOdd}. */
export interface ReportOddOptions {
  /**
   * Cuts secrets out of details.
   *
   * @default {(text) => text}
   */
  redact?: Redact | undefined;
}

/**
 * Makes the reporter of one response. A fault that recurs in every event is
 * reported once; transport activity is left to its caller to bound.
 *
 * @param context Where the reports go, if anybody listens.
 * @param options What must not be in them.
 * @returns The reporter.
 */
export function createReportOdd(
  context: LlmAdapterContext | undefined,
  options: ReportOddOptions = {},
): ReportOdd {
  let reported: Set<ResponseDiagnosticCode> | undefined;
  return (code, detail) => {
    if (code !== "TRANSPORT_ACTIVITY") {
      reported ??= new Set();
      if (reported.has(code)) return;
      reported.add(code);
    }
    context?.diagnostic({
      code,
      // The codes are words already: sentences of their own would only weigh more.
      message: `Noticed in response: ${
        code.toLowerCase().replaceAll("_", " ")
      }`,
      detail: detail && describe(detail, options),
    });
  };
}

/** Details fit to be logged: short texts and numbers, and else only a kind. */
function describe(
  detail: ReportDetail,
  { redact }: ReportOddOptions,
): ReportDetail {
  const entries = Object.entries(detail).map(([name, value]) => {
    if (typeof value === "string") return [name, excerpt(value, { redact })];
    return [name, typeof value === "number" ? value : typeof value];
  });
  return Object.fromEntries(entries);
}
