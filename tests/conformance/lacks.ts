/**
 * What does not hold everywhere.
 *
 * @module
 */

import type { Feature } from "./case.ts";
import { WHOLE_SUITE } from "./suite.ts";

/** Why a case does not hold. */
export interface Lack {
  /** What is different there. */
  readonly why: string;
  /** Part of what the case then says. A case that says something else has failed. */
  readonly shows: string;
}

/** What does not hold, by the name of the case. */
export type Lacks = Readonly<Record<string, Lack>>;

const UNTRANSFERABLE = without(
  "transferring",
  "streams cannot be transferred",
);
const NO_SERVER = without("serving", "a page serves nothing");
const NO_FROM = without("readable-from", "there is no ReadableStream.from()");
const READS_AHEAD: Lacks = {
  "a consumer who stops reading stops a provider that has much to say": {
    why: "fetch reads a whole body, whoever wants it",
    shows: "the provider has sent more than 80 MB",
  },
};
const PATIENT_PIPES: Lacks = {
  "a pipe with a signal ends a call that waits": {
    why: "an abort waits for the read in hand",
    shows: "is not over after",
  },
};

/** Every case that a runtime skips or fails. */
export const LACKS: Readonly<Record<string, Lacks>> = {
  bun: UNTRANSFERABLE,
  workerd: {
    ...UNTRANSFERABLE,
    ...PATIENT_PIPES,
    ...without("exceptions", "nothing tells a worker of them"),
    "a client who leaves is noticed without a byte's being sent": {
      why: "it finds out when it writes, so at the next keep-alive",
      shows: "the provider saw 0 of 1 disconnects",
    },
  },
  chromium: { ...NO_SERVER, ...NO_FROM },
  firefox: { ...NO_SERVER, ...READS_AHEAD },
  webkit: {
    ...NO_SERVER,
    ...READS_AHEAD,
    ...UNTRANSFERABLE,
    ...NO_FROM,
    ...PATIENT_PIPES,
    ...without("for-await", "streams cannot be iterated"),
    "a connection that is reset ends in TRANSPORT, after what came": {
      why: "to fetch it is the end of the body, so it is STREAM_CLOSED",
      shows: 'found "STREAM_CLOSED"',
    },
  },
};

/** Every case that needs a feature. */
function without(feature: Feature, why: string): Lacks {
  const cases = Object.values(WHOLE_SUITE).flat();
  return Object.fromEntries(
    cases.filter(({ needs }) => needs?.includes(feature))
      .map(({ name }) => [name, { why, shows: `needs ${feature}` }]),
  );
}
