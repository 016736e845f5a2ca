/**
 * Questions to the worker.
 *
 * @module
 */

/** Options for {@linkcode ask}. */
export interface AskOptions {
  /** What to make the request with. */
  fetch: typeof globalThis.fetch;
  /** Gives the question up. */
  signal: AbortSignal;
}

/**
 * Asks the worker to begin an answer.
 *
 * @param body The question.
 * @param options How to ask.
 * @returns The name of the answer. Rejects with an error whose message says what
 * is wrong, without a period.
 */
export async function ask(
  body: string,
  { fetch, signal }: AskOptions,
): Promise<string> {
  let response: Response;
  try {
    response = await fetch("/chat", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
  } catch {
    throw new Error("Cannot ask: the server is out of reach");
  }
  // A proxy in between may answer with anything.
  const answer: { id?: unknown; title?: unknown } | null = await response.json()
    .catch(() => null);
  if (response.ok && typeof answer?.id === "string") return answer.id;
  throw new Error(
    typeof answer?.title === "string"
      ? answer.title
      : "Cannot ask: the server makes no sense",
  );
}
