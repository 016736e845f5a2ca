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

/** Options for {@linkcode requestHeaders}. */
export interface RequestHeadersOptions {
  /**
   * What the request does: ask for a document, or send one and ask for events.
   *
   * @default {"POST"}
   */
  method?: "GET" | "POST" | undefined;
}

/**
 * Writes the headers of a request: the configured ones and those of the adapter,
 * of which only `accept-encoding` can be replaced.
 *
 * @param config The configuration of the call.
 * @param apiKey The credential, if there is one.
 * @param options What they are for.
 * @returns The headers.
 */
export function requestHeaders(
  config: Pick<ResolvedDeepSeekOptions, "headers" | "identity">,
  apiKey: string | undefined,
  options: RequestHeadersOptions = {},
): Headers {
  const { method = "POST" } = options;
  const posts = method === "POST";
  return new Headers({
    // Compression holds events back until a block of it is full.
    "accept-encoding": "identity",
    ...config.headers,
    "accept": posts ? "text/event-stream" : "application/json",
    ...(posts && { "content-type": "application/json" }),
    // A browser's fetch would ask the server first whether it may send it.
    ...(sendsUserAgent() ? attributionHeaders(config.identity) : {}),
    ...(apiKey !== undefined && { "authorization": `Bearer ${apiKey}` }),
  });
}
