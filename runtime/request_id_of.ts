/**
 * The name a provider gave an HTTP exchange.
 *
 * @module
 */

import { ProviderRequestId } from "../message.ts";
import type { Redact } from "./redactor.ts";

const HEADERS = [
  "x-request-id",
  "request-id",
  "x-ds-trace-id",
  "x-deepseek-request-id",
  "x-amzn-requestid",
];

/**
 * Finds the name of an exchange, to quote to the provider's support.
 *
 * @param headers Headers of the answer.
 * @param redact Cuts secrets out of a text.
 * @returns The name, if there is one.
 */
export function requestIdOf(
  headers: Headers,
  redact: Redact,
): ProviderRequestId | undefined {
  for (const name of HEADERS) {
    const id = headers.get(name)?.trim();
    if (id) return ProviderRequestId(redact(id));
  }
}
