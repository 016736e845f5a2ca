/**
 * Options in small.
 *
 * @module
 */

import { gateway } from "./_fake.ts";

/** What no error may show. */
export const SECRET = "sk-secret";

/** Options with one declared route. */
export function withRoute(fields: Record<string, unknown>): unknown {
  return { routes: { gw: { ...gateway(), ...fields } } };
}
