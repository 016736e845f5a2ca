/**
 * Where an API key comes from, and whether it can be sent.
 *
 * @module
 */

import { INVALID_CREDENTIAL_CODE, MISSING_CREDENTIAL_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import { raceAbort } from "./race_abort.ts";

/** An API key, or what is asked for one. */
export type ApiKey =
  | string
  | ((
    signal?: AbortSignal,
  ) => string | undefined | Promise<string | undefined>);

/** Options for {@linkcode resolveApiKey}. */
export interface ResolveApiKeyOptions {
  /** Handed to a key function, and given up on when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

// Headers could carry more than this, but no runtime agrees with another on how
// to encode what lies outside ASCII.
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * Asks a configuration for the API key of one call.
 *
 * What a key function throws is passed on as it is.
 *
 * @param apiKey The key, as it was configured.
 * @param of Who is to be called with it.
 * @param options Who waits.
 * @returns The key, without the space around it. Fit for a header.
 * @throws {LlmError} `MISSING_CREDENTIAL` if there is no key or a blank one,
 * `INVALID_CREDENTIAL` if a header cannot carry it.
 */
export async function resolveApiKey(
  apiKey: ApiKey | undefined,
  of: string,
  { signal }: ResolveApiKeyOptions = {},
): Promise<string> {
  const value: unknown = typeof apiKey === "function"
    ? await raceAbort(() => apiKey(signal), [signal])
    : apiKey;
  const key = typeof value === "string" ? value.trim() : value ?? "";
  if (key === "") throw missingApiKey(of);
  if (typeof key === "string" && PRINTABLE_ASCII.test(key)) return key;
  // Never quotes the key.
  throw new LlmError(
    `Cannot call ${of}: "apiKey" must be printable ASCII text, which a header can carry`,
    INVALID_CREDENTIAL_CODE,
  );
}

/** Makes the error for a call that there is no key for. */
export function missingApiKey(of: string): LlmError {
  return new LlmError(
    `Cannot call ${of}: "apiKey" must be a key, or a function that returns one`,
    MISSING_CREDENTIAL_CODE,
  );
}
