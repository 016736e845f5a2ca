/**
 * What a provider says about a failure, in whatever form.
 *
 * @module
 */

import type { FailureWords } from "../../runtime/classify_failure.ts";
import { detailText } from "../../runtime/detail_text.ts";
import { isRecord, recordIn, textIn } from "./_record.ts";

/** What was said. */
export interface Words extends FailureWords {
  /** HTTP status that is named, if one is. */
  readonly status: number | undefined;
}

/**
 * Reads what a provider says, or what pi-ai makes of it: a sentence, a JSON object,
 * or one after the other.
 *
 * @param text The text.
 * @returns The sentence, empty where there is none or a page, and what else is said.
 */
export function readWords(text: string): Words {
  const start = text.indexOf("{");
  const found = start < 0 ? undefined : recordIn(text.slice(start).trim());
  const named = /^(?:[\w .-]+ \()?(\d{3})(?:\)?:|\s)/.exec(text)?.[1];
  if (found === undefined) {
    const message = text.trimStart().startsWith("<") ? "" : text;
    return { message, kind: "", status: statusIn(named) };
  }
  const error = isRecord(found.error) ? found.error : found;
  const told = [error.type, error.code, error.status, found.type, found.code];
  return {
    message: textIn(error.message) || textIn(found.error) ||
      textIn(found.message) || detailText(found.detail) || text,
    kind: told.map(textIn).join(" ").toLowerCase(),
    status: [named, error.code, error.status, found.code, found.status]
      .map(statusIn).find((status) => status !== undefined),
  };
}

function statusIn(value: unknown): number | undefined {
  const status = Number(value);
  // An error that names a status of success names something else.
  return Number.isInteger(status) && status >= 400 && status <= 599
    ? status
    : undefined;
}
