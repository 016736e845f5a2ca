/**
 * What some servers say of a failure in place of a sentence.
 *
 * @module
 */

/**
 * Puts the detail of an error into words: it is a text, or a list of what is wrong
 * where, as frameworks that check requests write it.
 *
 * @param detail The detail, as parsed.
 * @returns The words, empty where there are none.
 */
export function detailText(detail: unknown): string {
  if (!Array.isArray(detail)) return textOf(detail);
  return detail.map((entry) => {
    if (typeof entry !== "object" || entry === null) return textOf(entry);
    const { loc, msg } = entry as { loc?: unknown; msg?: unknown };
    return (Array.isArray(loc) ? `${loc.join(".")}: ` : "") + textOf(msg);
  }).filter((line) => line !== "").join("; ");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
