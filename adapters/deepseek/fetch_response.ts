/**
 * From a request to an answer.
 *
 * @module
 */

import { INVALID_REQUEST_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { connectionFailure } from "./call_failure.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { requestHeaders } from "./request_headers.ts";
import { requestIdOf } from "../../runtime/request_id_of.ts";
import type { Redact } from "../../runtime/redactor.ts";

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
    throw connectionFailure(error, { requestId: undefined, redact });
  }
  if (!isRedirect(response)) return response;
  // Nobody waits for a body that nobody reads.
  response.body?.cancel().catch(() => {});
  throw new LlmError(
    `Cannot call model: the server redirects to ${
      redact(targetOf(response, url))
    }`,
    INVALID_REQUEST_CODE,
    {
      // A browser hides the status of a redirect it did not follow.
      status: response.status === 0 ? undefined : response.status,
      requestId: requestIdOf(response.headers, redact),
    },
  );
}

function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status <= 399);
}

/** The origin of a redirect's target: more of it could hold a secret. */
function targetOf({ headers }: Response, url: string): string {
  const location = headers.get("location");
  try {
    if (location !== null) return JSON.stringify(new URL(location, url).origin);
  } catch {
    // Not a place.
  }
  return "an unknown place";
}
