/**
 * From an HTTP response to chunks.
 *
 * @module
 */

import type { ChunkStream } from "../../message.ts";
import { checkSignal } from "../check_signal.ts";
import { type ChunkBatch, END, toChunkStream } from "../chunk_source.ts";
import { STREAM_CLOSED_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import { isReadableStream } from "../is_readable_stream.ts";
import type { DecodeOptions } from "./decode_body.ts";
import { decodeNdjson } from "./decode_ndjson.ts";
import { decodeSse } from "./decode_sse.ts";
import { contentTypeOf, refusalOf, wrongContent } from "./refusal_of.ts";
import { resolveWireLimits } from "./wire_limits.ts";

const DECODERS: ReadonlyMap<string, typeof decodeSse> = new Map([
  ["text/event-stream", decodeSse],
  ["application/x-ndjson", decodeNdjson],
  ["application/ndjson", decodeNdjson],
]);

/**
 * Reads the chunks of a response that {@linkcode toResponse} made.
 *
 * Never fails for what the server did: an answer that is none, such as an error
 * page, becomes a `finish` of kind `error`, and so does a body that is cut short.
 * The status of a refusal, its `retry-after` and its request id are told by the
 * failure.
 *
 * @example Read an answer in a browser
 * ```ts
 * import { assemble, textOf, type StreamChunk } from "@dsh/llm";
 * import { fromResponse, toResponse } from "@dsh/llm/wire";
 * import { equal } from "node:assert/strict";
 *
 * // What `fetch("/chat", { method: "POST", body: "Say hello" })` brings.
 * const response = toResponse(ReadableStream.from<StreamChunk>([
 *   { type: "text-delta", index: 0, text: "Hello" },
 *   { type: "finish", reason: { kind: "stop" } },
 * ]));
 *
 * const answer = await assemble(fromResponse(response));
 *
 * equal(textOf(answer.message()), "Hello");
 * ```
 *
 * @example Tell why there is no answer
 * ```ts
 * import { assemble } from "@dsh/llm";
 * import { fromResponse } from "@dsh/llm/wire";
 * import { equal } from "node:assert/strict";
 *
 * const response = new Response("Slow down", {
 *   status: 429,
 *   headers: { "retry-after": "2" },
 * });
 *
 * const { finish } = await assemble(fromResponse(response));
 *
 * if (finish.kind !== "error") throw new Error("Expected an error");
 * equal(finish.failure.code, "RATE_LIMIT");
 * equal(finish.failure.providerRetryAfterMs, 2_000);
 * ```
 *
 * @param response The response, unread. Its body is locked from here on.
 * @param options What to put up with, and when to stop.
 * @returns The chunks, the last of them a `finish`. A cancel reaches the body.
 * @throws {TypeError} If the response is none, or its body is used or locked, or
 * an option is not what it must be.
 * @throws {RangeError} If a limit is out of its range.
 */
export function fromResponse(
  response: Response,
  options: DecodeOptions = {},
): ChunkStream {
  resolveWireLimits(options);
  checkSignal(options.signal, "options.signal");
  if (!isResponse(response)) {
    throw new TypeError('Cannot read response: "response" must be a Response');
  }
  const { body } = response;
  if (response.bodyUsed || body?.locked) {
    throw new TypeError("Cannot read response: its body is already in use");
  }
  if (!response.ok) return failed(response, refusalOf(response));
  if (body === null) {
    const error = new LlmError(
      "Cannot read response: it has no body",
      STREAM_CLOSED_CODE,
    );
    return failed(response, error);
  }
  const decode = DECODERS.get(contentTypeOf(response));
  if (decode === undefined) return failed(response, wrongContent(response));
  return decode(body, options);
}

// By its shape: a response of another realm, or of a client library, will do.
function isResponse(value: unknown): value is Response {
  const response = value as Partial<Response> | null | undefined;
  return typeof response?.status === "number" &&
    typeof response.headers?.get === "function" &&
    (response.body === null || isReadableStream(response.body));
}

/** A stream of nothing but a failure. Lets the body go, unread. */
function failed({ body }: Response, { failure }: LlmError): ChunkStream {
  body?.cancel().catch(() => {});
  const reason = { kind: "error" as const, failure };
  let batch: ChunkBatch = { chunks: [{ type: "finish", reason }], done: true };
  return toChunkStream({
    read() {
      const read = batch;
      batch = END;
      return Promise.resolve(read);
    },
    cancel: () => Promise.resolve(),
  });
}
