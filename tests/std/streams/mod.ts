/**
 * Stands in for `@std/streams` where the JSR registry is out of reach.
 *
 * @module
 */

/** Reads a stream to its end into one text. */
export async function toText(stream: ReadableStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += typeof chunk === "string"
      ? chunk
      : decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
