/**
 * Looking into JSON nobody vouches for.
 *
 * @module
 */

/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Tells whether a value is an object that is not an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a string, else the empty string. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The object that a text holds as JSON, if it holds one. */
export function recordIn(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
