/**
 * What lets a call in.
 *
 * @module
 */

import { LlmError } from "../../runtime/error.ts";
import { errorChain } from "../../runtime/error_chain.ts";
import { raceAbort } from "../../runtime/race_abort.ts";
import { missingApiKey, resolveApiKey } from "../../runtime/resolve_api_key.ts";
import type { FoundModel } from "./find_model.ts";
import { loadCore } from "./load_pi_ai.ts";
import type { PiAiAuth } from "./pi_ai_module.ts";
import type { ResolvedPiAiOptions } from "./resolve_options.ts";
import type { ResolvedRoute } from "./resolve_route.ts";

/** What lets a call in, and where that is if it is for one place. */
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
    : await resolveApiKey(route.apiKey, JSON.stringify(route.route), {
      signal,
    });
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
  if (found === undefined && apiKey === undefined) {
    throw missingApiKey(JSON.stringify(route.route));
  }
  return {
    ...found,
    auth: { ...found?.auth, ...(apiKey !== undefined && { apiKey }) },
    keyless: false,
  };
}

/** Makes the error for a route without a key, and tells why there is none. */
function missing({ route }: ResolvedRoute, cause: unknown): LlmError {
  const { message, code } = missingApiKey(JSON.stringify(route));
  return new LlmError(`${message} (${errorChain(cause)})`, code, { cause });
}
