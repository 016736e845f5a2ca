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
import { ABORTED_CODE, STREAM_CLOSED_CODE } from "../../runtime/codes.ts";
import { type Deferred, deferred } from "../../runtime/deferred.ts";
import { LlmError } from "../../runtime/error.ts";
import { failureOf } from "../../runtime/failure_of.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import {
  createWatchdog,
  type Watchdog,
  type WatchdogClock,
} from "../../runtime/watchdog.ts";
import { timeoutFailure } from "./call_failure.ts";
import type { Exchange, ExchangeHost } from "./exchange.ts";
import type { PiAiEvent } from "./pi_ai_module.ts";
import type { EventReader } from "./read_events.ts";
import type { ResolvedPiAiOptions } from "./resolve_options.ts";
import type { ResolvedRoute } from "./resolve_route.ts";
import { startEvents } from "./start_events.ts";

/** What one call needs. */
export interface PiAiCall {
  /** The request. Its `signal` aborts the call. */
  readonly options: GenerateOptions;
  /** The configuration the call was made under. */
  readonly config: ResolvedPiAiOptions;
  /** The route of the request. */
  readonly route: ResolvedRoute;
  /** Where to report what is neither a chunk nor a failure. */
  readonly context?: LlmAdapterContext | undefined;
}

/**
 * Starts a call at its first read.
 *
 * A call that fails before its first chunk rejects the read, one that fails later
 * ends with a `finish` of kind `error`: chunks already on their way must not be
 * overtaken. An aborted call always ends with a `finish`, at once.
 *
 * @param call What to send, how, and where to report.
 * @returns The response.
 */
export function openCall(call: PiAiCall): ChunkSource {
  return new OpenCall(call);
}

class OpenCall implements ChunkSource, ExchangeHost {
  readonly #call: PiAiCall;
  readonly #stopping = new AbortController();
  readonly #watchdog: Watchdog;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #exchange: Exchange | undefined;
  #reader: EventReader | undefined;
  #pending: Deferred<ChunkBatch> | undefined;
  /** Lets pi-ai have the next bytes. */
  #resume: (() => void) | undefined;
  /** Whether pi-ai is dealing with bytes it has got. */
  #working = false;
  #started = false;
  #handedOut = false;
  #over = false;
  /** What a read gets once the call is over. */
  #last = END;

  constructor(call: PiAiCall) {
    this.#call = call;
    this.#watchdog = createWatchdog({
      idleMs: call.route.streamIdleTimeoutMs,
      progressMs: call.route.progressTimeoutMs,
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
    if (this.#reader?.pending) this.#handOver();
    else {
      if (this.#exchange !== undefined) this.#watchdog.waiting();
      this.#resume?.();
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
    this.#halt(this.#call.options.signal?.reason)?.catch(ignore);
    const { failure } = new LlmError(
      "Cannot complete response: the caller aborted it",
      ABORTED_CODE,
      { requestId: this.#exchange?.requestId },
    );
    this.#finish({ kind: "aborted", failure });
  }

  answered(): void {
    clearTimeout(this.#answerTimer);
    const { context } = this.#call;
    const { response, requestId } = this.#exchange!;
    if (!response!.ok) return;
    context?.response({
      status: response!.status,
      ...(requestId !== undefined && { requestId }),
    });
  }

  // Pi-ai asks for bytes when it has dealt with those before.
  async wanted(): Promise<void> {
    this.#working = false;
    if (this.#pending !== undefined && this.#reader?.pending) this.#handOver();
    if (this.#pending !== undefined || this.#over) return;
    const { promise, resolve } = deferred<void>();
    this.#resume = () => resolve(undefined);
    await promise;
    this.#resume = undefined;
  }

  waiting(): void {
    this.#watchdog.waiting();
  }

  received(): void {
    this.#working = true;
    this.#watchdog.received();
    // It may never come to an end with them.
    if (this.#pending !== undefined) this.#watchdog.waiting();
  }

  #start(): void {
    this.#started = true;
    const { signal } = this.#call.options;
    if (signal?.aborted) return this.handleEvent();
    signal?.addEventListener("abort", this);
    this.#run().catch((error) => this.#fail(error));
  }

  /** Sends the request and reads what comes of it. */
  async #run(): Promise<void> {
    const { events, exchange, reader } = await startEvents({
      ...this.#call,
      host: this,
      signal: this.#stopping.signal,
      begin: (exchange) => this.#begin(exchange),
    });
    this.#exchange = exchange;
    this.#reader = reader;
    const iterator = events[Symbol.asyncIterator]();
    while (!this.#over) {
      const { value, done } = await iterator.next();
      if (this.#over) break;
      if (done) {
        throw new LlmError(
          "Cannot complete response: it ended without saying so",
          STREAM_CLOSED_CODE,
          { requestId: exchange.requestId },
        );
      }
      this.#take(value);
    }
    // Whatever else it has to say, and whether it ever ends: nobody waits for it.
    iterator.return?.()?.catch(ignore);
  }

  /** The request is about to be sent. */
  #begin(exchange: Exchange): void {
    this.#exchange = exchange;
    const { timeoutMs } = this.#call.route;
    if (timeoutMs !== undefined) {
      this.#answerTimer = setTimeout(() => {
        this.#fail(timeoutFailure("timeoutMs", timeoutMs, { exchange }));
      }, timeoutMs);
    }
    this.#watchdog.waiting();
  }

  #take(event: PiAiEvent): void {
    const reader = this.#reader!;
    reader.read(event);
    if (reader.failure !== undefined) return this.#fail(reader.failure);
    if (!this.#exchange!.begun) {
      // A protocol with a transport of its own: its events are its signs of life.
      clearTimeout(this.#answerTimer);
      this.received();
      this.#working = false;
    }
    if (reader.done) {
      // The rest is of no use, and a server may keep the connection open.
      this.#halt(undefined)?.catch(ignore);
      if (this.#pending !== undefined) this.#handOver();
      else this.#last = { chunks: reader.take(), done: true };
    } else if (
      this.#pending !== undefined && !this.#working && reader.pending
    ) this.#handOver();
  }

  /** Answers the read in hand with the chunks there are. */
  #handOver(): void {
    const { done } = this.#reader!;
    this.#watchdog.received();
    this.#watchdog.progressed();
    this.#handedOut = true;
    this.#settle({ chunks: this.#reader!.take(), done });
  }

  #expire(clock: WatchdogClock): void {
    const { route } = this.#call;
    const exchange = this.#exchange!;
    const what = clock === "idle" ? "streamIdleTimeoutMs" : "progressTimeoutMs";
    this.#fail(timeoutFailure(what, route[what], { exchange }));
  }

  #fail(error: unknown): void {
    // What fails once the call is over fails because it is over.
    if (this.#over) return;
    this.#halt(error)?.catch(ignore);
    const reader = this.#reader;
    if (this.#handedOut || reader?.pending || reader?.usage !== undefined) {
      this.#finish({ kind: "error", failure: failureOf(error) });
      return;
    }
    this.#pending?.reject(error);
    this.#pending = undefined;
  }

  /** Ends in-band, after what the call has brought and has cost. */
  #finish(reason: FinishReason): void {
    const chunks: StreamChunk[] = this.#reader?.take() ?? [];
    const usage = this.#reader?.usage;
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

  /** Stops everything. Settles when the body has stopped. */
  #halt(reason: unknown): Promise<void> | undefined {
    this.#over = true;
    this.#watchdog.stop();
    clearTimeout(this.#answerTimer);
    this.#call.options.signal?.removeEventListener("abort", this);
    // The body first: an aborted one can only fail to be cancelled.
    const stopped = this.#exchange?.cancel(reason);
    this.#stopping.abort(reason);
    this.#resume?.();
    return stopped;
  }
}

function ignore(): undefined {}
