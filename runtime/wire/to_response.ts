/**
 * From chunks to an HTTP response.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../../message.ts";
import { type ChunkSource, takeChunkSource } from "../chunk_source.ts";
import { isReadableStream } from "../is_readable_stream.ts";
import { encodeBatch, type WireFormat } from "./encode_batch.ts";
import { type ByteSource, keepAliveBody } from "./keep_alive_body.ts";
import {
  resolveResponseOptions,
  type ToResponseOptions,
} from "./response_options.ts";

const KEEP_ALIVE: Readonly<Record<WireFormat, string>> = {
  sse: ": keep-alive\n\n",
  ndjson: "\n",
};

/**
 * Makes the response that streams chunks to a client, which
 * {@linkcode fromResponse} reads there.
 *
 * The body is pulled: everything one network read of the provider brought is
 * sent at once, and nothing is read ahead of the client. It closes right after
 * the `finish`. Silence is filled with a comment. The headers tell proxies
 * neither to collect nor to compress what passes.
 *
 * A client that goes away cancels the stream, and the provider's call stops: by
 * its body, or where a runtime tells by `request.signal` alone, by `signal`. A
 * stream that fails, which a call only does through a listener's mistake, fails
 * the body, after what came before: the client reads `STREAM_CLOSED`, and never
 * a finished answer.
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
  const { format, headers, status, keepAliveMs, replayState, signal } =
    resolveResponseOptions(options);
  if (!isReadableStream(stream) || stream.locked) {
    throw new TypeError(
      'Cannot make response: "stream" must be a ReadableStream that is not locked',
    );
  }
  const source = encoded(
    takeChunkSource(stream),
    (chunks) => encodeBatch(chunks, { format, replayState }),
  );
  const body = keepAliveBody(source, {
    keepAlive: KEEP_ALIVE[format],
    keepAliveMs,
    signal,
  });
  return new Response(body, { status, headers });
}

/** Writes what a source brings, up to its finish. */
function encoded(
  source: ChunkSource,
  encode: (chunks: readonly StreamChunk[]) => Uint8Array,
): ByteSource {
  function stop(reason: unknown): void {
    source.cancel(reason).catch(() => {});
  }

  return {
    async read() {
      const { chunks, done } = await source.read();
      try {
        const length = chunks.findIndex(({ type }) => type === "finish") + 1;
        const finished = length > 0;
        const bytes = encode(finished ? chunks.slice(0, length) : chunks);
        if (finished && !done) stop(new Error("Call has finished"));
        return { bytes, done: done || finished };
      } catch (error) {
        stop(error);
        throw error;
      }
    },
    cancel: (reason) => source.cancel(reason),
  };
}
