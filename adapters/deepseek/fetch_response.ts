/**
 * From a request to an answer.
 *
 * @module
 */

import type { Redact } from "../../runtime/redactor.ts";
import { redirectFailure } from "../../runtime/redirect_failure.ts";
import { transportFailure } from "../../runtime/transport_failure.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { requestHeaders } from "./request_headers.ts";

/** One request, ready to go. */
export interface DeepSeekRequest {
  /** Where the API is, and what every request carries. */
  readonly config: Pick<
    ResolvedDeepSeekOptions,
    "baseURL" | "fetch" | "headers" | "identity"
  >;
  /** What is asked for. */
  readonly path: "/chat/completions" | "/models";
  /** The credential, if there is one. */
  readonly apiKey: string | undefined;
  /** The JSON body. Absent: nothing is sent, something is asked for. */
  readonly body?: string | undefined;
  /** Aborts the request. */
  readonly signal: AbortSignal;
  /** Cuts secrets out of a text. */
  readonly redact: Redact;
}

/**
 * Sends a request. Redirects are not followed: the credential and the
 * conversation would travel along.
 *
 * @param request The request.
 * @returns The answer, whatever its status, its body unread.
 * @throws {LlmError} `TRANSPORT` if there is no answer, `INVALID_REQUEST` if it
 * is a redirect.
 */
export async function fetchResponse(
  request: DeepSeekRequest,
): Promise<Response> {
  const { config, path, apiKey, body, signal, redact } = request;
  const url = `${config.baseURL}${path}`;
  const method = body === undefined ? "GET" : "POST";
  // Called as a plain function: as a method of anything else, a browser's
  // fetch would refuse.
  const send = config.fetch ?? globalThis.fetch;
  const headers = requestHeaders(config, apiKey, { method });
  let response: Response;
  try {
    response = await send(url, {
      method,
      headers,
      body: body ?? null,
      redirect: "manual",
      signal,
    });
  } catch (error) {
    throw transportFailure("Cannot reach server", error, {
      requestId: undefined,
      redact,
    });
  }
  const failure = redirectFailure(response, { url, redact });
  if (failure !== undefined) throw failure;
  return response;
}
