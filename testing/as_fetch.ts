/**
 * A request handler in the place of the network.
 *
 * @module
 */

/** A provider as a plain function, fit for any server. */
export type RequestHandler = (
  request: Request,
) => Response | Promise<Response>;

/**
 * Makes a `fetch` of a handler, to inject where a client would call the network.
 *
 * It aborts as the real one does: the pending call rejects with the signal's
 * reason, a body in mid-flight fails with it, and the handler's own body is
 * cancelled. Reads arrive exactly as the handler's body delivers them.
 *
 * @example Usage
 * ```ts
 * import { asFetch } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const fetch = asFetch((request) => new Response(request.method));
 * const response = await fetch("https://example.com", { method: "POST" });
 *
 * equal(await response.text(), "POST");
 * ```
 *
 * @param handler Answers the requests.
 * @returns The `fetch`.
 * @throws {TypeError} If `handler` is not a function.
 */
export function asFetch(handler: RequestHandler): typeof globalThis.fetch {
  if (typeof handler !== "function") {
    throw new TypeError('Cannot make fetch: "handler" must be a function');
  }
  return async (
    input: string | URL | Request,
    init?: RequestInit,
  ): Promise<Response> => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const response = await untilAbort(handler(request), signal);
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    return new Response(abortable(body, signal), {
      status,
      statusText,
      headers,
    });
  };
}

async function untilAbort(
  pending: Response | Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  const answer = Promise.resolve(pending);
  let abort: () => void;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      reject(signal.reason);
      // An answer that comes too late must not leave its body waiting.
      answer.then(({ body }) => body?.cancel(signal.reason)).catch(() => {});
    };
    signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener("abort", abort!);
  }
}

function abortable(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let abort: () => void;
  return new ReadableStream({
    start(controller) {
      abort = () => {
        controller.error(signal.reason);
        reader.cancel(signal.reason).catch(() => {});
      };
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort, { once: true });
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      signal.removeEventListener("abort", abort);
    },
    cancel(reason) {
      signal.removeEventListener("abort", abort);
      return reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}
