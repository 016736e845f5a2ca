/**
 * Answers to requests that get none.
 *
 * @module
 */

/**
 * Makes a refusal: a JSON problem whose `title` is one sentence.
 *
 * @param status HTTP status.
 * @param state What is wrong.
 * @param headers What to send beside it.
 * @returns The response.
 */
export function refuse(
  status: number,
  state: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const title = `Cannot serve request: ${state}`;
  return new Response(JSON.stringify({ title, status }), {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...headers,
    },
  });
}
