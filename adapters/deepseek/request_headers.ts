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
 * Writes the headers of a request: the configured ones and those of the adapter,
 * of which only `accept-encoding` can be replaced.
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
    // Compression holds events back until a block of it is full.
    "accept-encoding": "identity",
    ...config.headers,
    "accept": "text/event-stream",
    "content-type": "application/json",
    // A browser's fetch would ask the server first whether it may send it.
    ...(sendsUserAgent() ? attributionHeaders(config.identity) : {}),
    "authorization": `Bearer ${apiKey}`,
  });
}
