/**
 * Why a call failed, as plain data.
 *
 * @module
 */

import type { ProviderRequestId } from "./ids.ts";

/**
 * The facts of a failed call: frozen, plain JSON, free of secrets.
 *
 * Route on `code`; `message` is for people. Whether to try again is a policy's
 * decision, never stated here.
 */
export interface LlmFailure {
  /** What went wrong, for a person. Never empty. */
  readonly message: string;
  /** Stable, provider-neutral code such as `"RATE_LIMIT"`. Never empty. */
  readonly code: string;
  /** HTTP status of the provider's answer: an integer from 100 to 599. */
  readonly status?: number | undefined;
  /** Milliseconds the provider asked to wait: positive and finite. */
  readonly providerRetryAfterMs?: number | undefined;
  /** Name the provider gave the exchange. */
  readonly requestId?: ProviderRequestId | undefined;
}
