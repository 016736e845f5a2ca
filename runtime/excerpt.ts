/**
 * Short quotations of what a server sent.
 *
 * @module
 */

import type { Redact } from "./redactor.ts";

/** Options for {@linkcode excerpt}. */
export interface ExcerptOptions {
  /**
   * Most UTF-16 units of the excerpt.
   *
   * @default {500}
   */
  length?: number | undefined;
  /**
   * Cuts secrets out.
   *
   * @default {(text) => text}
   */
  redact?: Redact | undefined;
}

/**
 * Cuts a text to a length fit for a message.
 *
 * @param text The text.
 * @param options How long it may be, and what must not be in it.
 * @returns The text without the space around it, the last unit "…" where it was
 * cut.
 */
export function excerpt(text: string, options: ExcerptOptions = {}): string {
  const { length = 500, redact = (text: string) => text } = options;
  // Secrets go before the cut: half of one might not be recognized. What is far
  // beyond the cut is not even looked at.
  const trimmed = redact(text.trim().slice(0, 4 * length)).trim();
  if (trimmed.length <= length) return trimmed;
  // Half a surrogate pair would be no text.
  return trimmed.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "") + "…";
}

/**
 * Quotes the beginning of a text a provider sent, on one line.
 *
 * @param text The text.
 * @param options What must not be in the quotation.
 * @returns The beginning, in double quotes.
 */
export function quote(
  text: string,
  { redact }: Pick<ExcerptOptions, "redact"> = {},
): string {
  return JSON.stringify(excerpt(text, { length: 200, redact }));
}

/**
 * Finds the title of an HTML page.
 *
 * @param text The page.
 * @returns The title in double quotes, or the empty string where there is none.
 */
export function pageTitle(text: string): string {
  const title = /<title[^>]{0,200}>([^<]{0,500})/i.exec(text)?.[1] ?? "";
  const line = excerpt(title.replace(/\s+/g, " "), { length: 100 });
  return line === "" ? "" : JSON.stringify(line);
}
