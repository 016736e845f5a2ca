/**
 * What does not hold everywhere.
 *
 * @module
 */

/** Why a case does not hold, by runtime and its name. */
export type Lacks = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every case that a runtime skips or fails. */
export const LACKS: Lacks = {
  bun: {
    "chunks can be handed over to another realm":
      "streams cannot be transferred",
  },
};
