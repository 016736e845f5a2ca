/**
 * What does not hold everywhere.
 *
 * @module
 */

/** Why a case does not hold, by runtime and its name. */
export type Lacks = Readonly<Record<string, Readonly<Record<string, string>>>>;

const UNTRANSFERABLE = "its streams cannot be transferred";

/** Every case that a runtime skips or fails. */
export const LACKS: Lacks = {
  bun: {
    "chunks can be handed over to another realm": UNTRANSFERABLE,
  },
  workerd: {
    "a client who leaves is noticed without a byte's being sent":
      "it finds out when it writes, so at the next keep-alive",
    "chunks can be handed over to another realm": UNTRANSFERABLE,
    "a pipe with a signal ends a call that waits":
      "an abort waits for the write after the next chunk",
  },
};
