/**
 * What a call must not repeat.
 *
 * @module
 */

import { type Redact, redactor } from "../../runtime/redactor.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";

interface Known {
  readonly apiKey: string;
  readonly redact: Redact;
}

// One for all calls that share their secrets: every open response keeps its own.
const latest = new WeakMap<object, Known>();

/**
 * Finds the function that cuts the secrets of a call out of texts.
 *
 * @param config The configuration of the call: the values of its headers are
 * secrets.
 * @param apiKey The credential.
 * @returns The function.
 */
export function redactSecrets(
  config: Pick<ResolvedDeepSeekOptions, "headers">,
  apiKey: string,
): Redact {
  const known = latest.get(config);
  if (known?.apiKey === apiKey) return known.redact;
  const redact = redactor([apiKey, ...Object.values(config.headers)]);
  latest.set(config, { apiKey, redact });
  return redact;
}
