/**
 * One call: request out, chunks in.
 *
 * @module
 */

import type { FinishReason, StreamChunk } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import {
  type ChunkBatch,
  type ChunkSource,
  END,
} from "../../runtime/chunk_source.ts";
import { ABORTED_CODE } from "../../runtime/codes.ts";
import { type Deferred, deferred } from "../../runtime/deferred.ts";
import { LlmError } from "../../runtime/error.ts";
import { failureOf } from "../../runtime/failure_of.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { resolveApiKey } from "../../runtime/resolve_api_key.ts";
import { transportFailure } from "../../runtime/transport_failure.ts";
import {
  createWatchdog,
  type Watchdog,
  type WatchdogClock,
} from "../../runtime/watchdog.ts";
import { decodingFailure, timeoutFailure } from "./call_failure.ts";
import type { Exchange } from "./exchange.ts";
import { responseFailure } from "./failure.ts";
import { fetchResponse } from "./fetch_response.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { type BodyReader, readBody } from "../../runtime/read_body.ts";
import { createReportOdd } from "./report_odd.ts";
import { requestBody } from "./request_body.ts";
import { requestIdOf } from "../../runtime/request_id_of.ts";
import { ResponseDecoder } from "./response_decoder.ts";
import { redactSecrets } from "./secrets.ts";

/** What one call needs. */
export interface DeepSeekCall {
  /** The request. Its `signal` aborts the call. */
  options: GenerateOptions;
  /** The configuration the call was made under. */
  config: ResolvedDeepSeekOptions;
  /** Where to report what is neither a chunk nor a failure. */
  context?: LlmAdapterContext | undefined;
}

/** An answer that says no, and what of its words came. */
interface Refusal {
  readonly response: Response;
  words: string;
}

// Before there is an answer there is no name for it, and no secret it could tell.
const UNNAMED: Exchange = { requestId: undefined, redact: (text) => text };

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
  return new OpenCall(call);
}

class OpenCall implements ChunkSource {
  readonly #call: DeepSeekCall;
  readonly #fetching = new AbortController();
  readonly #watchdog: Watchdog;
  #reader: BodyReader | undefined;
  #decoder: ResponseDecoder | undefined;
  #exchange: Exchange = UNNAMED;
  #refusal: Refusal | undefined;
  #pending: Deferred<ChunkBatch> | undefined;
  #started = false;
  #handedOut = false;
  #over = false;
  /** What a read gets once the call is over. */
  #last = END;

  constructor(call: DeepSeekCall) {
    this.#call = call;
    const { streamIdleTimeoutMs, progressTimeoutMs } = call.config;
    this.#watchdog = createWatchdog({
      idleMs: streamIdleTimeoutMs,
      progressMs: progressTimeoutMs,
      onExpire: (clock) => this.#expire(clock),
    });
  }

  read(): Promise<ChunkBatch> {
    if (!this.#started && !this.#over) this.#start();
    if (this.#over) {
      const batch = this.#last;
      this.#last = END;
      return Promise.resolve(batch);
    }
    const { promise } = this.#pending = deferred<ChunkBatch>();
    if (this.#decoder !== undefined) this.#readBody();
    else {
      this.#connect().then(
        () => this.#readBody(),
        (error) => this.#fail(error),
      );
    }
    return promise;
  }

  async cancel(reason: unknown): Promise<void> {
    if (this.#over) return;
    const stopped = this.#halt(reason);
    this.#settle(END);
    await stopped;
  }

  /** Makes the call the listener of the caller's signal. */
  handleEvent(): void {
    const { signal } = this.#call.options;
    this.#halt(signal?.reason)?.catch(ignore);
    const { failure } = new LlmError(
      "Cannot complete response: the caller aborted it",
      ABORTED_CODE,
      { requestId: this.#exchange.requestId },
    );
    this.#finish([], { kind: "aborted", failure });
  }

  #start(): void {
    this.#started = true;
    const { signal } = this.#call.options;
    if (signal?.aborted) this.handleEvent();
    else signal?.addEventListener("abort", this);
  }

  /** Sends the request. Leaves the body to be read, or throws. */
  async #connect(): Promise<void> {
    const { options, config, context } = this.#call;
    const { signal } = this.#fetching;
    const text = requestBody(options, { config, context });
    const apiKey = await resolveApiKey(config.apiKey, "DeepSeek", { signal });
    const body = typeof text === "string" ? text : await text(signal);
    if (this.#over) return;
    const redact = redactSecrets(config, apiKey);

    this.#watchdog.waiting();
    const response = await fetchResponse({
      config,
      path: "/chat/completions",
      apiKey,
      body,
      signal,
      redact,
    });
    this.#watchdog.received();
    if (this.#over) {
      response.body?.cancel().catch(ignore);
      return;
    }
    this.#reader = readBody(response);
    const requestId = requestIdOf(response.headers, redact);
    this.#exchange = { requestId, redact };
    if (!response.ok) {
      await this.#readRefusal(response);
      throw this.#failure();
    }
    context?.response({
      status: response.status,
      ...(requestId !== undefined && { requestId }),
    });
    this.#decoder = new ResponseDecoder({
      ...this.#exchange,
      model: options.model,
      report: createReportOdd(context, { redact }),
      respond: (facts) => context?.response(facts),
    });
  }

  /** Reads what a failed answer says, as far as it can be read. */
  async #readRefusal(response: Response): Promise<void> {
    const refusal: Refusal = this.#refusal = { response, words: "" };
    const text = new TextDecoder("utf-8", { ignoreBOM: true });
    for (let left = MAX_ERROR_BYTES; left > 0;) {
      this.#watchdog.waiting();
      const result = await this.#reader?.read().catch(ignore);
      this.#watchdog.received();
      if (result?.value === undefined) break;
      refusal.words += text.decode(result.value.subarray(0, left), {
        stream: true,
      });
      left -= result.value.length;
    }
    refusal.words += text.decode();
  }

  /** Reads from the network until there is something to hand over. */
  #readBody(): void {
    if (this.#over) return;
    this.#watchdog.waiting();
    const reading = this.#reader?.read() ?? Promise.resolve(undefined);
    reading.then(
      (result) => this.#take(result?.value),
      (error) =>
        this.#fail(
          transportFailure("Cannot read response", error, this.#exchange),
        ),
    );
  }

  #take(bytes: Uint8Array | undefined): void {
    this.#watchdog.received();
    const decoder = this.#decoder;
    if (this.#over || decoder === undefined) return;
    try {
      if (bytes === undefined) decoder.end();
      else decoder.decode(bytes);
    } catch (error) {
      // What follows the end is nothing of the answer.
      if (!decoder.done) {
        this.#fail(decodingFailure(error, this.#exchange));
        return;
      }
    }
    const chunks = decoder.take();
    if (chunks.length === 0) {
      this.#readBody();
      return;
    }
    this.#watchdog.progressed();
    this.#handedOut = true;
    if (decoder.done) {
      this.#close();
      // A server may keep the connection open after the end: do not wait for it.
      this.#reader?.cancel().catch(ignore);
    }
    this.#settle({ chunks, done: decoder.done });
  }

  #expire(clock: WatchdogClock): void {
    // A server that refused and then went silent has refused.
    if (this.#refusal !== undefined) this.#fail(this.#failure());
    else this.#fail(timeoutFailure(clock, this.#call.config, this.#exchange));
  }

  #failure(): LlmError {
    const { response, words } = this.#refusal!;
    return responseFailure(response, words, this.#exchange);
  }

  #fail(error: unknown): void {
    // What fails once the call is over fails because it is over.
    if (this.#over) return;
    this.#halt(error)?.catch(ignore);
    const chunks = this.#decoder?.take() ?? [];
    const usage = this.#decoder?.usage;
    if (!this.#handedOut && chunks.length === 0 && usage === undefined) {
      this.#pending?.reject(error);
      this.#pending = undefined;
    } else this.#finish(chunks, { kind: "error", failure: failureOf(error) });
  }

  /** Ends in-band, after what the call has brought and has cost. */
  #finish(chunks: StreamChunk[], reason: FinishReason): void {
    const usage = this.#decoder?.usage;
    if (usage !== undefined) chunks.push({ type: "usage", usage });
    chunks.push({ type: "finish", reason });
    this.#settle({ chunks, done: true });
  }

  /** Answers the read in hand, or else the next one. */
  #settle(batch: ChunkBatch): void {
    if (this.#pending === undefined) this.#last = batch;
    else this.#pending.resolve(batch);
    this.#pending = undefined;
  }

  #close(): void {
    this.#over = true;
    this.#watchdog.stop();
    this.#call.options.signal?.removeEventListener("abort", this);
  }

  /** Stops everything. Settles when the body has stopped. */
  #halt(reason: unknown): Promise<void> | undefined {
    this.#close();
    // The body first: an aborted one can only fail to be cancelled.
    const stopped = this.#reader?.cancel(reason);
    this.#fetching.abort(reason);
    return stopped;
  }
}

function ignore(): undefined {}
