/**
 * What is known of one HTTP exchange.
 *
 * @module
 */

import type { ProviderRequestId } from "../../message.ts";
import type { Redact } from "../../runtime/redactor.ts";

/** One HTTP exchange, as far as its failures are concerned. */
export interface Exchange {
  /** Name the provider gave it. */
  readonly requestId: ProviderRequestId | undefined;
  /** Cuts secrets out of a text. */
  readonly redact: Redact;
}
