/**
 * Splits a scripted text into the fragments a model would stream.
 *
 * @module
 */

/** A text to stream: split into fragments, or given as the exact fragments. */
export type ScriptedText = string | readonly string[];

// A word with the space before it, in parts of at most eight code points.
const PIECE = /\s*\S{1,8}|\s+/gu;

/**
 * Splits a text.
 *
 * @param text The text, or its exact fragments.
 * @returns Fragments that join to the text. None for an empty text.
 */
export function pieces(text: ScriptedText): readonly string[] {
  return typeof text === "string" ? text.match(PIECE) ?? [] : text;
}

/**
 * Splits the arguments of a tool call.
 *
 * @param value JSON text, its exact fragments, or the value to write as JSON.
 * @returns Fragments of JSON text.
 */
export function argumentPieces(
  value: ScriptedText | Readonly<Record<string, unknown>>,
): readonly string[] {
  if (typeof value === "string") return pieces(value);
  if (isFragments(value)) return value;
  return pieces(JSON.stringify(value));
}

// `Array.isArray` does not narrow a readonly array away from a record.
function isFragments(value: object): value is readonly string[] {
  return Array.isArray(value);
}
