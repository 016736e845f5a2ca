/**
 * What does not hold everywhere.
 *
 * @module
 */

import type { Feature } from "./case.ts";
import { SUITE } from "./suite.ts";

/** Why a case does not hold, by its name. */
export type Lacks = Readonly<Record<string, string>>;

const UNTRANSFERABLE = without(
  "transferring",
  "streams cannot be transferred",
);
const NO_SERVER = without("serving", "a page serves nothing");
const READS_AHEAD: Lacks = {
  "a consumer who stops reading stops a provider that has much to say":
    "fetch reads a whole body, whoever wants it",
};

/** Every case that a runtime skips or fails. */
export const LACKS: Readonly<Record<string, Lacks>> = {
  bun: UNTRANSFERABLE,
  workerd: {
    ...UNTRANSFERABLE,
    "a client who leaves is noticed without a byte's being sent":
      "it finds out when it writes, so at the next keep-alive",
    "a pipe with a signal ends a call that waits":
      "an abort waits for the read in hand",
  },
  chromium: {
    ...NO_SERVER,
    ...without("readable-from", "there is no ReadableStream.from()"),
  },
  firefox: { ...NO_SERVER, ...READS_AHEAD },
  webkit: {
    ...NO_SERVER,
    ...READS_AHEAD,
    ...UNTRANSFERABLE,
    "a connection that is reset ends in TRANSPORT, after what came":
      "to fetch it is the end of the body, so it is STREAM_CLOSED",
    "a pipe with a signal ends a call that waits":
      "an abort waits for the read in hand",
    ...without("for-await", "streams cannot be iterated"),
    ...without("readable-from", "there is no ReadableStream.from()"),
  },
};

/** Every case that needs a feature. */
function without(feature: Feature, why: string): Lacks {
  const cases = Object.values(SUITE).flat();
  return Object.fromEntries(
    cases.filter(({ needs }) => needs?.includes(feature))
      .map(({ name }) => [name, why]),
  );
}
