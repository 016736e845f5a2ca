/**
 * What lets a call in.
 *
 * @module
 */

import {
  INVALID_CREDENTIAL_CODE,
  MISSING_CREDENTIAL_CODE,
} from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { errorChain } from "../../runtime/error_chain.ts";
import { raceAbort } from "../../runtime/race_abort.ts";
import type { FoundModel } from "./find_model.ts";
import { loadCore } from "./load_pi_ai.ts";
import type { PiAiAuth } from "./pi_ai_module.ts";
import type { ResolvedPiAiOptions } from "./resolve_options.ts";
import type { ResolvedRoute } from "./resolve_route.ts";

/** What lets a call in, and where that is. */
export interface Credential extends PiAiAuth {
  /** Whether the key only stands in for one: it must not be sent. */
  readonly keyless: boolean;
}

/** What {@linkcode findCredential} depends on. */
export interface FindCredentialOptions {
  /** The configuration of the call. */
  readonly config: Pick<ResolvedPiAiOptions, "load">;
  /** The route. */
  readonly route: ResolvedRoute;
  /** The model. */
  readonly model: FoundModel;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
}

// The SDKs do not begin without a key.
const NO_KEY = "none";

// Headers could carry more than this, but no runtime agrees with another on how
// to encode what lies outside ASCII.
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * Finds the credential of one call: the configured key, or else what pi-ai finds in
 * the environment for a provider it ships.
 *
 * What a key function throws is passed on as it is.
 *
 * @param options Whose credential.
 * @returns The credential.
 * @throws {LlmError} `MISSING_CREDENTIAL` if there is none, `INVALID_CREDENTIAL` if a
 * header cannot carry it.
 */
export async function findCredential(
  { config, route, model, signal }: FindCredentialOptions,
): Promise<Credential> {
  const apiKey = route.apiKey === undefined
    ? undefined
    : await resolveApiKey(route, signal);
  const { provider, record } = model;
  if (provider === undefined) {
    return {
      auth: { apiKey: apiKey ?? NO_KEY },
      keyless: apiKey === undefined,
    };
  }
  const models = (await loadCore(config.load)).createModels();
  models.setProvider(provider);
  let found: PiAiAuth | undefined;
  try {
    found = await raceAbort(
      (signal) =>
        models.getAuth(record, {
          ...(apiKey !== undefined && { apiKey }),
          signal,
        }),
      [signal],
    );
  } catch (error) {
    signal.throwIfAborted();
    if (apiKey === undefined) throw missing(route, error);
  }
  if (found === undefined && apiKey === undefined) throw missing(route);
  return {
    ...found,
    auth: { ...found?.auth, ...(apiKey !== undefined && { apiKey }) },
    keyless: false,
  };
}

/**
 * Asks a route for its key.
 *
 * @param route The route.
 * @param signal Handed to a key function, and given up on when it aborts.
 * @returns The key, without the space around it. Fit for a header.
 * @throws {LlmError} `MISSING_CREDENTIAL` if there is no key or a blank one,
 * `INVALID_CREDENTIAL` if a header cannot carry it.
 */
export async function resolveApiKey(
  { route, apiKey }: Pick<ResolvedRoute, "route" | "apiKey">,
  signal: AbortSignal,
): Promise<string> {
  const value: unknown = typeof apiKey === "function"
    ? await raceAbort(async (signal) => await apiKey(signal), [signal])
    : apiKey;
  const key = typeof value === "string" ? value.trim() : value ?? "";
  if (key === "") throw missing({ route });
  if (typeof key === "string" && PRINTABLE_ASCII.test(key)) return key;
  // Never quotes the key.
  throw new LlmError(
    `Cannot call ${
      JSON.stringify(route)
    }: "apiKey" must be printable ASCII, which a header can carry`,
    INVALID_CREDENTIAL_CODE,
  );
}

function missing(
  { route }: Pick<ResolvedRoute, "route">,
  cause?: unknown,
): LlmError {
  const found = cause === undefined ? "" : ` (${errorChain(cause)})`;
  return new LlmError(
    `Cannot call ${
      JSON.stringify(route)
    }: "apiKey" must be a key, or a function that returns one${found}`,
    MISSING_CREDENTIAL_CODE,
    { cause },
  );
}
