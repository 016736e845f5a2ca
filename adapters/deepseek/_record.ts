/**
 * Looking into JSON nobody vouches for.
 *
 * @module
 */

export { isRecord } from "../../message/find_fault.ts";

/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value if it is a string, else the empty string. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
