/**
 * Bodies of requests, which may be anything.
 *
 * @module
 */

/**
 * Reads a body, and no more of it than is allowed.
 *
 * @param request The request.
 * @param maxBytes Most bytes to take.
 * @returns The text, or `undefined` if there is more. Rejects if the client goes
 * away, or the bytes are no UTF-8.
 */
export async function readBody(
  { body, headers }: Request,
  maxBytes: number,
): Promise<string | undefined> {
  if (body === null) return "";
  if (Number(headers.get("content-length") ?? 0) > maxBytes) {
    await body.cancel();
    return undefined;
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = body.getReader();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
