/**
 * One text for values that mean the same.
 *
 * @module
 */

import { isRecord } from "../../message/find_fault.ts";

/** Writes a value as JSON, the fields of objects in the order of their names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_, value) =>
      isRecord(value)
        ? Object.fromEntries(
          Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1),
        )
        : value,
  );
}
