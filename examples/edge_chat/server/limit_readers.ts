/**
 * How many connections may read one answer.
 *
 * @module
 */

/** What reads an answer. */
export interface Reader {
  /** Name of the answer. */
  readonly id: string;
  /** Tells that the client has gone, where nothing else does. */
  readonly signal: AbortSignal;
}

/**
 * Makes a count of readers. A client that lost its connection may come back before
 * the server has noticed, so there must be room for more than one.
 *
 * @param max Most readers of one answer.
 * @returns What lets a reader in. It calls back for the response, and returns
 * `undefined` where there are as many as may be. A reader counts until the body of
 * the response ends or fails, or is cancelled.
 */
export function limitReaders(
  max: number,
): (
  reader: Reader,
  respond: () => Promise<Response>,
) => Promise<Response | undefined> {
  const counts = new Map<string, number>();

  return async function enter({ id, signal }, respond) {
    const count = counts.get(id) ?? 0;
    if (count >= max) return undefined;
    counts.set(id, count + 1);
    let inside = true;

    function leave(): void {
      if (!inside) return;
      inside = false;
      signal.removeEventListener("abort", leave);
      const left = counts.get(id)! - 1;
      if (left === 0) counts.delete(id);
      else counts.set(id, left);
    }

    signal.addEventListener("abort", leave);
    let body: ReadableStream<Uint8Array> | null = null;
    try {
      const response = await respond();
      if (response.ok && !signal.aborted) body = response.body;
      return body === null
        ? response
        : new Response(watch(body, leave), response);
    } finally {
      // Failed, refused, or the client did not wait for it.
      if (body === null) leave();
    }
  };
}

/** Passes a body on, and tells when it is over. */
function watch(
  body: ReadableStream<Uint8Array>,
  over: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (!done) return controller.enqueue(value);
        over();
        controller.close();
      } catch (error) {
        over();
        throw error;
      }
    },
    cancel(reason) {
      over();
      return reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}
