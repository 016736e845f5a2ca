/**
 * From lines of JSON to chunks.
 *
 * @module
 */

import type { ChunkStream } from "../../message.ts";
import { decodeBody, type DecodeOptions } from "./decode_body.ts";
import { createNdjsonReader } from "./ndjson_reader.ts";

/**
 * Decodes lines of JSON, as `encodeNdjson` writes them. Blank lines are ignored.
 * In all else as {@linkcode decodeSse}: it never fails but in-band, and is pulled.
 *
 * @example Reading a body
 * ```ts
 * import { assemble, textOf } from "@dsh/llm";
 * import { decodeNdjson } from "@dsh/llm/wire";
 * import { equal } from "node:assert/strict";
 *
 * const { body } = new Response(
 *   '{"type":"text-delta","index":0,"text":"Hello"}\n' +
 *     '{"type":"finish","reason":{"kind":"stop"}}\n',
 * );
 *
 * const answer = await assemble(decodeNdjson(body!));
 *
 * equal(textOf(answer.message()), "Hello");
 * ```
 *
 * @param body The bytes. Locked from here on.
 * @param options What is put up with, and what gives up.
 * @returns The chunks, up to the first `finish`.
 * @throws {TypeError} If the body is no stream or is locked, or an option is
 * wrong in kind.
 * @throws {RangeError} If a limit is not a positive integer.
 */
export function decodeNdjson(
  body: ReadableStream<Uint8Array>,
  options: DecodeOptions = {},
): ChunkStream {
  return decodeBody(body, options, createNdjsonReader);
}
