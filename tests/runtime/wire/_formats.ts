/**
 * Both ways to put chunks on the wire, for tests of what they share.
 *
 * @module
 */

import type { StreamChunk } from "../../../message.ts";
import { decodeNdjson } from "../../../runtime/wire/decode_ndjson.ts";
import { decodeSse } from "../../../runtime/wire/decode_sse.ts";
import { encodeBatch } from "../../../runtime/wire/encode_batch.ts";
import { failureIn } from "../_stub_adapter.ts";

/** One way to put chunks on the wire. */
export interface Format {
  /** What decodes it. */
  readonly decode: typeof decodeSse;
  /** How tests call what decodes it. */
  readonly name: string;
  /** How many bytes end an event. */
  readonly endLength: number;
  /** The bytes of chunks. */
  bytes(...chunks: StreamChunk[]): Uint8Array<ArrayBuffer>;
  /** The bytes of one event, whatever it says. */
  event(data: string): Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

/** Both of them. */
export const FORMATS: readonly Format[] = [
  {
    decode: decodeSse,
    name: "decodeSse()",
    endLength: 2,
    bytes: (...chunks) =>
      encodeBatch(chunks, { format: "sse", replayState: true }).bytes,
    event: (data) => encoder.encode(`data: ${data}\n\n`),
  },
  {
    decode: decodeNdjson,
    name: "decodeNdjson()",
    endLength: 1,
    bytes: (...chunks) =>
      encodeBatch(chunks, { format: "ndjson", replayState: true }).bytes,
    event: (data) => encoder.encode(`${data}\n`),
  },
];

/** The code and the message of the finish that ends a list of chunks. */
export function ending(chunks: readonly StreamChunk[]): string {
  const { code, message } = failureIn(chunks);
  return `${code}: ${message}`;
}

/** Bytes after one another. */
export function joined(
  ...parts: Uint8Array<ArrayBuffer>[]
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
