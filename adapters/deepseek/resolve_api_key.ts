/**
 * Where the API key comes from, and whether it can be sent.
 *
 * @module
 */

import {
  INVALID_CREDENTIAL_CODE,
  MISSING_CREDENTIAL_CODE,
} from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { raceAbort } from "../../runtime/race_abort.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";

// Headers could carry more than this, but no runtime agrees with another on how
// to encode what lies outside ASCII.
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * Asks the configuration for the API key of one call.
 *
 * What a key function throws is passed on as it is.
 *
 * @param config The configuration of the call.
 * @param signal Handed to a key function, and given up on when it aborts.
 * @returns The key, without the space around it. Fit for a header.
 * @throws {LlmError} `MISSING_CREDENTIAL` if there is no key or a blank one,
 * `INVALID_CREDENTIAL` if a header cannot carry it.
 */
export async function resolveApiKey(
  config: Pick<ResolvedDeepSeekOptions, "apiKey">,
  signal?: AbortSignal,
): Promise<string> {
  const { apiKey } = config;
  const value: unknown = typeof apiKey === "function"
    ? await raceAbort(() => apiKey(signal), [signal])
    : apiKey;

  if (value === undefined || value === null) throw missing();
  if (typeof value !== "string") {
    throw invalid(`must be a string, not ${typeof value}`);
  }
  const key = value.trim();
  if (key === "") throw missing();
  if (!PRINTABLE_ASCII.test(key)) {
    throw invalid("must be printable ASCII, which a header can carry");
  }
  return key;
}

function missing(): LlmError {
  return new LlmError(
    'Cannot call DeepSeek: "apiKey" must be a key, or a function that returns one',
    MISSING_CREDENTIAL_CODE,
  );
}

// Never quotes the key.
function invalid(rule: string): LlmError {
  return new LlmError(
    `Cannot call DeepSeek: "apiKey" ${rule}`,
    INVALID_CREDENTIAL_CODE,
  );
}
