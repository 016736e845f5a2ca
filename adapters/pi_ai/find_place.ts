/**
 * Where a call goes.
 *
 * @module
 */

import { MISSING_CREDENTIAL_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import type { PiAiAuth, PiAiModelRecord } from "./pi_ai_module.ts";
import type { ResolvedRoute } from "./resolve_route.ts";

/** What {@linkcode findPlace} depends on. */
export interface FindPlaceOptions {
  /** The route. */
  readonly route: Pick<ResolvedRoute, "route" | "baseURL">;
  /** The model. */
  readonly record: Pick<PiAiModelRecord, "baseUrl">;
  /** What lets the call in. */
  readonly credential: PiAiAuth;
}

// What a catalogue leaves to the environment. A name in lower case is none of it.
const BLANK = /\{([A-Z_]+)\}/g;

/**
 * Finds where a call goes: where the route says, or else where its credential is for,
 * or else where the catalogue says.
 *
 * @param options What it depends on.
 * @returns The URL, as pi-ai takes it: it fills in what the credential brought.
 * @throws {LlmError} `MISSING_CREDENTIAL` if the URL has a blank that nothing fills:
 * a request would show the key to whoever is there.
 */
export function findPlace(
  { route, record, credential: { auth, env } }: FindPlaceOptions,
): string {
  const url = route.baseURL ?? auth.baseUrl ?? record.baseUrl;
  for (const [, name = ""] of url.matchAll(BLANK)) {
    if (env?.[name]) continue;
    throw new LlmError(
      `Cannot call ${
        JSON.stringify(route.route)
      }: "${name}" must be set in the environment, or "baseURL" be given`,
      MISSING_CREDENTIAL_CODE,
    );
  }
  return url;
}
