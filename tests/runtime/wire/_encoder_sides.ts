/**
 * Both sides of an encoder, and what comes out.
 *
 * @module
 */

import type { StreamChunk } from "../../../message.ts";
import { encodeChunks } from "../../../runtime/wire/encode_chunks.ts";

/** The text of some bytes. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes);
}

/** Chunks as lines of JSON. */
export function lines(...chunks: StreamChunk[]): string {
  return chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join("");
}

/** Both sides of an encoder of lines, in hand. */
export function sides(): {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly writer: WritableStreamDefaultWriter<StreamChunk>;
} {
  const { readable, writable } = encodeChunks("ndjson", {});
  return { reader: readable.getReader(), writer: writable.getWriter() };
}
