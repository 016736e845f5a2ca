/**
 * One call: request out, chunks in.
 *
 * @module
 */

import type { StreamChunk } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import {
  type ChunkBatch,
  type ChunkSource,
  END,
} from "../../runtime/chunk_source.ts";
import { ABORTED_CODE, TIMEOUT_CODE } from "../../runtime/codes.ts";
import { type Deferred, deferred } from "../../runtime/deferred.ts";
import { LlmError } from "../../runtime/error.ts";
import { failureOf } from "../../runtime/failure_of.ts";
import { redactor } from "../../runtime/redact.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { createWatchdog, type WatchdogClock } from "../../runtime/watchdog.ts";
import { type BodyReader, readBody } from "./body_reader.ts";
import { resolveApiKey } from "./credential.ts";
import { createReportOdd } from "./diagnostics.ts";
import { type Exchange, responseFailure } from "./failure.ts";
import { fetchResponse, transportFailure } from "./fetch_response.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { requestIdOf } from "./request_id.ts";
import {
  createResponseDecoder,
  type ResponseDecoder,
} from "./response_decoder.ts";
import { serializeRequest } from "./serialize.ts";

/** What one call needs. */
export interface DeepSeekCall {
  /** The request. Its `signal` aborts the call. */
  options: GenerateOptions;
  /** The configuration the call was made under. */
  config: ResolvedDeepSeekOptions;
  /** Where to report what is neither a chunk nor a failure. */
  context?: LlmAdapterContext | undefined;
}

// Most bytes of a failed answer that are read for what it says.
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Starts a call at its first read.
 *
 * A call that fails before its first chunk rejects the read, one that fails
 * later ends with a `finish` of kind `error`: chunks already on their way must
 * not be overtaken. An aborted call always ends with a `finish`, at once.
 *
 * @param call What to send, how, and where to report.
 * @returns The response.
 */
export function openCall(call: DeepSeekCall): ChunkSource {
  const { options, config, context } = call;
  const { signal } = options;
  const fetching = new AbortController();
  const watchdog = createWatchdog({
    idleMs: config.streamIdleTimeoutMs,
    progressMs: config.progressTimeoutMs,
    onExpire: (clock) => fail(timeoutFailure(clock)),
  });
  let reader: BodyReader | undefined;
  let decoder: ResponseDecoder | undefined;
  let exchange: Exchange = {
    requestId: undefined,
    redact: (text) => text,
  };
  let pending: Deferred<ChunkBatch> | undefined;
  let started = false;
  let handedOut = false;
  let over = false;
  // What a read gets once the call is over.
  let last = END;

  /** Sends the request. Leaves the body to be read, or throws. */
  async function connect(): Promise<void> {
    const body = JSON.stringify(serializeRequest(options, config, context));
    const apiKey = await resolveApiKey(config, signal);
    if (over) return;
    const redact = redactor([apiKey, ...Object.values(config.headers)]);

    watchdog.waiting();
    const response = await fetchResponse({
      config,
      apiKey,
      body,
      signal: fetching.signal,
      redact,
    });
    watchdog.received();
    if (over) {
      response.body?.cancel().catch(ignore);
      return;
    }
    reader = readBody(response);
    const requestId = requestIdOf(response.headers);
    exchange = { requestId, redact };
    const { status } = response;
    if (!response.ok) {
      throw responseFailure(response, await readErrorText(), exchange);
    }
    context?.response({
      status,
      ...(requestId !== undefined && { requestId }),
    });
    decoder = createResponseDecoder({
      ...exchange,
      report: createReportOdd(context, options),
      respond: (facts) => context?.response(facts),
    });
  }

  /** What a failed answer says, as far as it can be read. */
  async function readErrorText(): Promise<string> {
    const text = new TextDecoder();
    let words = "";
    for (let left = MAX_ERROR_BYTES; left > 0;) {
      const bytes = await readBytes().catch(ignore);
      if (bytes === undefined) break;
      words += text.decode(bytes.subarray(0, left), { stream: true });
      left -= bytes.length;
    }
    return words + text.decode();
  }

  /** The next bytes of the body, or `undefined` at its end. */
  async function readBytes(): Promise<Uint8Array | undefined> {
    watchdog.waiting();
    try {
      return (await reader?.read())?.value;
    } catch (error) {
      throw transportFailure(error, exchange);
    } finally {
      watchdog.received();
    }
  }

  /** Reads from the network until there is something to hand over. */
  async function advance(): Promise<void> {
    if (decoder === undefined) await connect();
    while (!over && decoder !== undefined) {
      const bytes = await readBytes();
      if (over) return;
      if (bytes === undefined) decoder.end();
      else decoder.decode(bytes);
      const chunks = decoder.take();
      if (chunks.length === 0) continue;
      watchdog.progressed();
      return handOver(chunks, decoder.isDone());
    }
  }

  function handOver(chunks: readonly StreamChunk[], done: boolean): void {
    handedOut = true;
    if (done) {
      close();
      // A server may keep the connection open after the end: do not wait for it.
      reader?.cancel().catch(ignore);
    }
    settle({ chunks, done });
  }

  function fail(error: unknown): void {
    // What fails once the call is over fails because it is over.
    if (over) return;
    halt(error)?.catch(ignore);
    const chunks = decoder?.take() ?? [];
    const usage = decoder?.usage();
    if (!handedOut && chunks.length === 0 && usage === undefined) {
      pending?.reject(error);
      pending = undefined;
      return;
    }
    if (usage !== undefined) chunks.push({ type: "usage", usage });
    const reason = { kind: "error", failure: failureOf(error) } as const;
    chunks.push({ type: "finish", reason });
    settle({ chunks, done: true });
  }

  function abort(): void {
    halt(signal?.reason)?.catch(ignore);
    const { failure } = new LlmError(
      "Cannot complete response: the caller aborted it",
      ABORTED_CODE,
      { requestId: exchange.requestId },
    );
    const usage = decoder?.usage();
    const chunks: StreamChunk[] = usage === undefined
      ? []
      : [{ type: "usage", usage }];
    chunks.push({ type: "finish", reason: { kind: "aborted", failure } });
    settle({ chunks, done: true });
  }

  function timeoutFailure(clock: WatchdogClock): LlmError {
    const { streamIdleTimeoutMs, progressTimeoutMs } = config;
    const state = clock === "idle"
      ? `no bytes came within the streamIdleTimeoutMs of ${streamIdleTimeoutMs} ms`
      : `no content came within the progressTimeoutMs of ${progressTimeoutMs} ms`;
    return new LlmError(`Cannot complete response: ${state}`, TIMEOUT_CODE, {
      requestId: exchange.requestId,
    });
  }

  /** Answers the read in hand, or else the next one. */
  function settle(batch: ChunkBatch): void {
    if (pending === undefined) last = batch;
    else pending.resolve(batch);
    pending = undefined;
  }

  function close(): void {
    over = true;
    watchdog.stop();
    signal?.removeEventListener("abort", abort);
  }

  /** Stops everything. Settles when the body has stopped. */
  function halt(reason: unknown): Promise<void> | undefined {
    close();
    // The body first: an aborted one can only fail to be cancelled.
    const stopped = reader?.cancel(reason);
    fetching.abort(reason);
    return stopped;
  }

  return {
    read() {
      if (!started && !over) {
        started = true;
        if (signal?.aborted) abort();
        else signal?.addEventListener("abort", abort);
      }
      if (over) {
        const batch = last;
        last = END;
        return Promise.resolve(batch);
      }
      const { promise } = pending = deferred<ChunkBatch>();
      advance().catch(fail);
      return promise;
    },
    async cancel(reason) {
      if (over) return;
      const stopped = halt(reason);
      settle(END);
      await stopped;
    },
  };
}

function ignore(): undefined {}
