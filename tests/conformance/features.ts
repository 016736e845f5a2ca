/**
 * Finds out what a platform has.
 *
 * @module
 */

import type { Env, Feature } from "./case.ts";

const PROBES: Readonly<Record<Feature, (env: Env) => boolean>> = {
  "exceptions": ({ exceptions = true }) => exceptions,
  "for-await": () => Symbol.asyncIterator in ReadableStream.prototype,
  "readable-from": () => "from" in ReadableStream,
  "serving": ({ serve }) => serve !== undefined,
  "transferring": transfersStreams,
};

/** Names the first feature of a list that is missing, if one is. */
export function findMissing(
  features: readonly Feature[],
  env: Env,
): Feature | undefined {
  return features.find((feature) => !PROBES[feature](env));
}

function transfersStreams(): boolean {
  const stream = new ReadableStream();
  try {
    structuredClone(stream, { transfer: [stream] });
    return true;
  } catch {
    return false;
  }
}
