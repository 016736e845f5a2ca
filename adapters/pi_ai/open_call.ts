/**
 * One call: request out, chunks in.
 *
 * @module
 */

import type {
  ProviderRequestId,
  StreamChunk,
  TokenUsage,
} from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { CallSource } from "../../runtime/call_source.ts";
import type { ChunkSource } from "../../runtime/chunk_source.ts";
import { STREAM_CLOSED_CODE } from "../../runtime/codes.ts";
import { deferred } from "../../runtime/deferred.ts";
import { LlmError } from "../../runtime/error.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { WatchdogClock } from "../../runtime/watchdog.ts";
import { timeoutFailure } from "./call_failure.ts";
import type { EventReader } from "./event_reader.ts";
import type { Exchange, ExchangeHost } from "./exchange.ts";
import type { PiAiEvent } from "./pi_ai_module.ts";
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
 * @param call What to send, how, and where to report.
 * @returns The response. It fails and ends as a {@linkcode CallSource} does.
 */
export function openCall(call: PiAiCall): ChunkSource {
  return new OpenCall(call);
}

class OpenCall extends CallSource implements ExchangeHost {
  readonly #call: PiAiCall;
  readonly #stopping = new AbortController();
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #exchange: Exchange | undefined;
  #reader: EventReader | undefined;
  /** Lets pi-ai have the next bytes. */
  #resume: (() => void) | undefined;
  /** Whether pi-ai is dealing with bytes it has got. */
  #working = false;

  constructor(call: PiAiCall) {
    super({
      signal: call.options.signal,
      idleMs: call.route.streamIdleTimeoutMs,
      progressMs: call.route.progressTimeoutMs,
    });
    this.#call = call;
  }

  protected override get requestId(): ProviderRequestId | undefined {
    return this.#exchange?.requestId;
  }

  protected override get usage(): TokenUsage | undefined {
    return this.#reader?.usage;
  }

  protected override open(): void {
    this.#run().catch((error) => this.fail(error));
  }

  protected override advance(): void {
    if (this.#reader?.pending) this.#handOver();
    else {
      if (this.#exchange !== undefined) this.watchdog.waiting();
      this.#resume?.();
    }
  }

  protected override take(): StreamChunk[] {
    return this.#reader?.take() ?? [];
  }

  protected override timeout(clock: WatchdogClock): LlmError {
    const { route } = this.#call;
    const exchange = this.#exchange!;
    const what = clock === "idle" ? "streamIdleTimeoutMs" : "progressTimeoutMs";
    return timeoutFailure(what, route[what], { exchange });
  }

  protected override stop(reason: unknown): Promise<void> | undefined {
    clearTimeout(this.#answerTimer);
    // The body first: an aborted one can only fail to be cancelled.
    const stopped = this.#exchange?.cancel(reason);
    this.#stopping.abort(reason);
    this.#resume?.();
    return stopped;
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
    if (this.reading && this.#reader?.pending) this.#handOver();
    if (this.reading || this.over) return;
    const { promise, resolve } = deferred<void>();
    this.#resume = () => resolve(undefined);
    await promise;
    this.#resume = undefined;
  }

  waiting(): void {
    this.watchdog.waiting();
  }

  received(): void {
    this.#working = true;
    this.watchdog.received();
    // It may never come to an end with them.
    if (this.reading) this.watchdog.waiting();
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
    while (!this.over) {
      const { value, done } = await iterator.next();
      if (this.over) break;
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
        this.fail(timeoutFailure("timeoutMs", timeoutMs, { exchange }));
      }, timeoutMs);
    }
    this.watchdog.waiting();
  }

  #take(event: PiAiEvent): void {
    const reader = this.#reader!;
    reader.read(event);
    if (reader.failure !== undefined) return this.fail(reader.failure);
    if (!this.#exchange!.begun) {
      // A protocol with a transport of its own: its events are its signs of life.
      clearTimeout(this.#answerTimer);
      this.received();
      this.#working = false;
    }
    if (reader.done) {
      // The rest is of no use, and a server may keep the connection open.
      this.end(undefined)?.catch(ignore);
      this.#handOver();
    } else if (this.reading && !this.#working && reader.pending) {
      this.#handOver();
    }
  }

  /** Delivers the chunks there are. */
  #handOver(): void {
    const { done } = this.#reader!;
    this.watchdog.received();
    this.deliver({ chunks: this.take(), done });
  }
}

function ignore(): undefined {}
