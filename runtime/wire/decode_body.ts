/**
 * From the bytes of a body to chunks.
 *
 * @module
 */

import type { ChunkStream, LlmFailure, StreamChunk } from "../../message.ts";
import { refuse } from "../../message/find_fault.ts";
import { checkSignal } from "../check_signal.ts";
import {
  type ChunkBatch,
  type ChunkSource,
  END,
  toChunkStream,
} from "../chunk_source.ts";
import {
  ABORTED_CODE,
  MALFORMED_RESPONSE_CODE,
  STREAM_CLOSED_CODE,
} from "../codes.ts";
import { type Deferred, deferred } from "../deferred.ts";
import { isHarnessError, LlmError } from "../error.ts";
import { failureOf } from "../failure_of.ts";
import { freeStream } from "../is_readable_stream.ts";
import { chunkFromJson } from "./chunk_json.ts";
import type { EventReader, EventReaderOptions } from "./event_reader.ts";
import {
  type ResolvedWireLimits,
  resolveWireLimits,
  type WireLimits,
} from "./wire_limits.ts";

/** Options for {@linkcode decodeSse} and {@linkcode decodeNdjson}. */
export interface DecodeOptions extends WireLimits {
  /** Gives up: the body is cancelled, the chunks end with a finish `aborted`. */
  signal?: AbortSignal | undefined;
}

/** Makes what cuts the text of one body into events. */
export type CreateEventReader = (options: EventReaderOptions) => EventReader;

/**
 * Decodes a body as it is read. What one read brings travels as one batch.
 *
 * @param body The body.
 * @param options What is put up with, and what gives up.
 * @param createReader Makes what cuts the text into events.
 * @returns The chunks, up to a `finish` in any case.
 * @throws {TypeError} If the body is no stream or is locked, or an option is
 * wrong in kind.
 * @throws {RangeError} If a limit is not a positive integer.
 */
export function decodeBody(
  body: ReadableStream<Uint8Array>,
  options: DecodeOptions,
  createReader: CreateEventReader,
): ChunkStream {
  refuse(freeStream(body, "body"), "decode body");
  const { signal } = options;
  checkSignal(signal, "options.signal");
  const limits = resolveWireLimits(options);
  return toChunkStream(bodySource(body, { signal, limits, createReader }));
}

interface BodySourceOptions {
  readonly signal: AbortSignal | undefined;
  readonly limits: ResolvedWireLimits;
  readonly createReader: CreateEventReader;
}

function bodySource(
  body: ReadableStream<Uint8Array>,
  { signal, limits, createReader }: BodySourceOptions,
): ChunkSource {
  const reader = body.getReader();
  // Readers of events skip the mark: a decoder of some runtimes drops it from the
  // second read too, where it is part of a text.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let chunks: StreamChunk[] = [];
  let finished = false;
  /** Whether nothing is read any more. */
  let over = false;
  let pending: Deferred<ChunkBatch> | undefined;
  /** What a read gets once nothing is read any more. */
  let last = END;

  const events = createReader({
    limits,
    event(data) {
      if (finished) return;
      const chunk = chunkFromJson(data, limits);
      chunks.push(chunk);
      finished = chunk.type === "finish";
    },
  });

  function readBody(): void {
    reader.read().then(take, lose);
  }

  function take(
    { done, value }: ReadableStreamReadResult<Uint8Array>,
  ): void {
    if (over) return;
    try {
      events.feed(decoder.decode(value, { stream: !done }));
      if (done) events.end();
    } catch (error) {
      // What follows the finish says nothing, nor does what the end has cut.
      if (!finished && !done) return fail(malformation(error));
    }
    if (finished) {
      // A server may keep the connection open: do not wait for it.
      if (!done) stop(new Error("Response has finished"));
      settle(true);
    } else if (done) fail(closed("the body ended before its finish"));
    else if (chunks.length === 0) readBody();
    else settle(false);
  }

  function lose(): void {
    if (over) return;
    // The body may hear of the abort first.
    if (signal?.aborted) abort();
    else fail(closed("the connection was lost before its finish"));
  }

  function abort(): void {
    stop(signal?.reason);
    const { failure } = new LlmError(
      "Cannot complete response: its signal was aborted",
      ABORTED_CODE,
    );
    finish("aborted", failure);
  }

  function fail(error: LlmError): void {
    stop(error);
    finish("error", failureOf(error));
  }

  function finish(kind: "aborted" | "error", failure: LlmFailure): void {
    chunks.push({ type: "finish", reason: { kind, failure } });
    settle(true);
  }

  /** Answers the read in hand, or else the next one. */
  function settle(done: boolean): void {
    const batch: ChunkBatch = { chunks, done };
    chunks = [];
    if (done) close();
    if (pending === undefined) last = batch;
    else pending.resolve(batch);
    pending = undefined;
  }

  function close(): void {
    over = true;
    signal?.removeEventListener("abort", abort);
  }

  /** Stops the body. How that goes interests nobody. */
  function stop(reason: unknown): void {
    reader.cancel(reason).catch(() => {});
  }

  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);
  return {
    read() {
      if (over) {
        const batch = last;
        last = END;
        return Promise.resolve(batch);
      }
      pending = deferred();
      readBody();
      return pending.promise;
    },
    cancel(reason) {
      if (over) return Promise.resolve();
      close();
      pending?.resolve(END);
      return reader.cancel(reason);
    },
  };
}

function closed(state: string): LlmError {
  return new LlmError(
    `Cannot complete response: ${state}`,
    STREAM_CLOSED_CODE,
  );
}

/** What readers and checks throw, or else a decoder that is given no bytes. */
function malformation(error: unknown): LlmError {
  return isHarnessError(error) ? error as LlmError : new LlmError(
    "Cannot read body: it must consist of bytes",
    MALFORMED_RESPONSE_CODE,
  );
}
