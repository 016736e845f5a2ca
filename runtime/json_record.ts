/**
 * Looking into JSON nobody vouches for.
 *
 * @module
 */

import { isRecord } from "../message/find_fault.ts";

export { isRecord };

/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

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
