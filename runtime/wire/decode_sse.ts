/**
 * From server-sent events to chunks.
 *
 * @module
 */

import type { ChunkStream } from "../../message.ts";
import { decodeBody, type DecodeOptions } from "./decode_body.ts";
import { createSseReader } from "./sse_reader.ts";

/**
 * Decodes server-sent events, as `encodeSse` writes them.
 *
 * Never fails but in-band, since the other side is not to be trusted: a body that
 * breaks off or ends early becomes a `finish` of kind `error` and code
 * `STREAM_CLOSED`, one that is malformed or exceeds a limit a `finish` of code
 * `MALFORMED_RESPONSE`. After any `finish` the body is cancelled and nothing more
 * comes. Blocks and reasons of unknown types pass. Comments are ignored. An event
 * the end of the body has cut counts if it is whole but for its line end.
 *
 * Pulled: nothing is read ahead of demand beyond the read in hand. Cancelling the
 * stream cancels the body.
 *
 * @example Reading a body
 * ```ts
 * import { assemble, textOf } from "@dsh/llm";
 * import { decodeSse } from "@dsh/llm/wire";
 * import { equal } from "node:assert/strict";
 *
 * const { body } = new Response(
 *   'data: {"type":"text-delta","index":0,"text":"Hello"}\n\n' +
 *     'data: {"type":"finish","reason":{"kind":"stop"}}\n\n',
 * );
 *
 * const answer = await assemble(decodeSse(body!));
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
export function decodeSse(
  body: ReadableStream<Uint8Array>,
  options: DecodeOptions = {},
): ChunkStream {
  return decodeBody(body, options, createSseReader);
}
