/**
 * Headers of a request.
 *
 * @module
 */

import {
  attributionHeaders,
  sendsUserAgent,
} from "../../runtime/attribution.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";

/**
 * Writes the headers of a request. The configured ones may replace all but the
 * credential and the attribution.
 *
 * @param config The configuration of the call.
 * @param apiKey The credential.
 * @returns The headers.
 */
export function requestHeaders(
  config: Pick<ResolvedDeepSeekOptions, "headers" | "identity">,
  apiKey: string,
): Headers {
  return new Headers({
    "accept": "text/event-stream",
    // Compression holds events back until a block of it is full.
    "accept-encoding": "identity",
    "content-type": "application/json",
    ...config.headers,
    ...(sendsUserAgent() ? attributionHeaders(config.identity) : {}),
    "authorization": `Bearer ${apiKey}`,
  });
}
