/**
 * From chunks to an HTTP response.
 *
 * @module
 */

import type { ChunkStream } from "../../message.ts";
import { refuse } from "../../message/find_fault.ts";
import { type ChunkSource, takeChunkSource } from "../chunk_source.ts";
import { freeStream } from "../is_readable_stream.ts";
import {
  encodeBatch,
  type EncodeBatchOptions,
  type EncodedBatch,
} from "./encode_batch.ts";
import { type ByteSource, keepAliveBody } from "./keep_alive_body.ts";
import {
  resolveResponseOptions,
  type ToResponseOptions,
} from "./response_options.ts";

/**
 * Makes the response that streams chunks to a client, which
 * {@linkcode fromResponse} reads there.
 *
 * The body is pulled: everything one network read of the provider brought is
 * sent at once, and nothing is read ahead of the client. It closes right after
 * the `finish`. Silence is filled with a comment, in events the first one at
 * once, so that the client learns of its answer before there is any. The headers
 * tell proxies neither to collect nor to compress what passes.
 *
 * A client that goes away cancels the body, and so the stream: the provider's call
 * stops. Where a runtime does not cancel it, `signal` does. A stream that fails,
 * which a call only does through a listener's mistake, fails the body, after what
 * came before: the client reads `STREAM_CLOSED`, and never a finished answer.
 *
 * @example Stream an answer to a browser
 * ```ts
 * import { createUserMessage, LlmRuntime } from "@dsh/llm";
 * import { toResponse } from "@dsh/llm/wire";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks(["Hello"])]));
 *
 * // What `Deno.serve()` takes, among others.
 * async function handler(request: Request): Promise<Response> {
 *   const messages = [createUserMessage({ content: await request.text() })];
 *   const call = { provider: "local", model: "any", messages };
 *   return toResponse(runtime.stream(call));
 * }
 *
 * const request = new Request("http://localhost/", {
 *   method: "POST",
 *   body: "Say hello",
 * });
 * const response = await handler(request);
 * const body = await response.text();
 *
 * equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
 * equal(body.startsWith('data: {"type":'), true);
 * ```
 *
 * @param stream The chunks. Locked from here on.
 * @param options How to write them, and what to send beside them.
 * @returns The response. Its body must be read or cancelled.
 * @throws {TypeError} If the stream is none, or locked, or an option is not what
 * it must be.
 * @throws {RangeError} If the status or the time of silence is out of its range.
 */
export function toResponse(
  stream: ChunkStream,
  options: ToResponseOptions = {},
): Response {
  const { headers, status, ...resolved } = resolveResponseOptions(options);
  // Who reads lines of JSON may not reckon with an empty one, least of all first.
  const greets = resolved.format === "sse";
  refuse(freeStream(stream, "stream"), "make response");
  const source = encoded(takeChunkSource(stream), resolved);
  const body = keepAliveBody(source, { ...resolved, greets });
  return new Response(body, { status, headers });
}

/** Writes what a source brings, up to its finish. */
function encoded(
  source: ChunkSource,
  options: EncodeBatchOptions,
): ByteSource {
  /** Why nothing follows what was written last. */
  let failed: EncodedBatch["failed"];

  function stop(reason: unknown): void {
    source.cancel(reason).catch(() => {});
  }

  return {
    async read() {
      if (failed !== undefined) throw failed.error;
      const { chunks, done } = await source.read();
      // Whatever a stranger's stream brings: what is no chunk fails when written.
      const length = chunks.findIndex((chunk) => chunk?.type === "finish") + 1;
      const finished = length > 0;
      const encoded = encodeBatch(
        finished ? chunks.slice(0, length) : chunks,
        options,
      );
      const { bytes } = encoded;
      failed = encoded.failed;
      if (failed !== undefined) {
        stop(failed.error);
        if (bytes.length === 0) throw failed.error;
        return { bytes, done: false };
      }
      if (finished && !done) stop(new Error("Call has finished"));
      return { bytes, done: done || finished };
    },
    cancel: (reason) => source.cancel(reason),
  };
}
