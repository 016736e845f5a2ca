/**
 * How the call of an adapter begins, is left and ends.
 *
 * @module
 */

import type {
  FinishReason,
  ProviderRequestId,
  StreamChunk,
  TokenUsage,
} from "../message.ts";
import { type ChunkBatch, type ChunkSource, END } from "./chunk_source.ts";
import { ABORTED_CODE } from "./codes.ts";
import { type Deferred, deferred } from "./deferred.ts";
import { LlmError } from "./error.ts";
import { failureOf } from "./failure_of.ts";
import {
  createWatchdog,
  type Watchdog,
  type WatchdogClock,
} from "./watchdog.ts";

/** What a {@linkcode CallSource} is held to. */
export interface CallLimits {
  /** Aborts the call. */
  readonly signal: AbortSignal | undefined;
  /** Most milliseconds one read may wait for bytes. */
  readonly idleMs: number;
  /** Most milliseconds all reads together may wait for content. */
  readonly progressMs: number;
}

/**
 * The source of one call to a provider. What extends it talks to the provider; this
 * sees to the promises of every call.
 *
 * A call starts at its first read. One that fails before its first chunk rejects the
 * read, one that fails later ends with a `finish` of kind `error`: chunks already on
 * their way must not be overtaken. An aborted call always ends with a `finish`, at
 * once.
 *
 * A class to extend and no function: every open response holds one.
 */
export abstract class CallSource implements ChunkSource {
  /** Notices a provider that has gone silent. */
  protected readonly watchdog: Watchdog;
  readonly #signal: AbortSignal | undefined;
  #pending: Deferred<ChunkBatch> | undefined;
  #started = false;
  #handedOut = false;
  #over = false;
  /** What a read gets once the call is over. */
  #last = END;

  /**
   * Begins without a request.
   *
   * @param limits What the call is held to.
   */
  constructor({ signal, idleMs, progressMs }: CallLimits) {
    this.#signal = signal;
    this.watchdog = createWatchdog({
      idleMs,
      progressMs,
      onExpire: (clock) => this.fail(this.timeout(clock)),
    });
  }

  read(): Promise<ChunkBatch> {
    const first = !this.#started;
    if (first && !this.#over) this.#start();
    if (this.#over) {
      const batch = this.#last;
      this.#last = END;
      return Promise.resolve(batch);
    }
    const { promise } = this.#pending = deferred<ChunkBatch>();
    if (first) this.open();
    else this.advance();
    return promise;
  }

  async cancel(reason: unknown): Promise<void> {
    if (this.#over) return;
    const stopped = this.end(reason);
    this.#settle(END);
    await stopped;
  }

  /** Makes the call the listener of the caller's signal: no closure to keep for it. */
  handleEvent(): void {
    this.end(this.#signal?.reason)?.catch(ignore);
    const { failure } = new LlmError(
      "Cannot complete response: the caller aborted it",
      ABORTED_CODE,
      { requestId: this.requestId },
    );
    this.#finish(this.take(), { kind: "aborted", failure });
  }

  /** Name the provider gave the exchange. */
  protected abstract get requestId(): ProviderRequestId | undefined;
  /** What the call has cost, as far as it is known. */
  protected abstract get usage(): TokenUsage | undefined;
  /** Sends the request: the first read waits. */
  protected abstract open(): void;
  /** Makes progress: another read waits. */
  protected abstract advance(): void;
  /** Hands over the chunks that came and were not delivered. */
  protected abstract take(): StreamChunk[];
  /** Makes the failure of a provider that has gone silent. */
  protected abstract timeout(clock: WatchdogClock): LlmError;
  /** Stops everything. Settles when the body has stopped. */
  protected abstract stop(reason: unknown): Promise<void> | undefined;

  /** Whether a read waits. */
  protected get reading(): boolean {
    return this.#pending !== undefined;
  }

  /** Whether nothing more is wanted of the provider. */
  protected get over(): boolean {
    return this.#over;
  }

  /** Answers the read that waits, or else the next one. */
  protected deliver(batch: ChunkBatch): void {
    this.watchdog.progressed();
    this.#handedOut = true;
    this.#settle(batch);
  }

  /** Ends the call with what went wrong, after what it has brought and has cost. */
  protected fail(error: unknown): void {
    // What fails once the call is over fails because it is over.
    if (this.#over) return;
    this.end(error)?.catch(ignore);
    const chunks = this.take();
    if (this.#handedOut || chunks.length > 0 || this.usage !== undefined) {
      this.#finish(chunks, { kind: "error", failure: failureOf(error) });
      return;
    }
    this.#pending?.reject(error);
    this.#pending = undefined;
  }

  /** Ends the call, and stops everything. */
  protected end(reason: unknown): Promise<void> | undefined {
    this.close();
    return this.stop(reason);
  }

  /** Ends the call: from here on, nothing counts that the provider does. */
  protected close(): void {
    this.#over = true;
    this.watchdog.stop();
    this.#signal?.removeEventListener("abort", this);
  }

  #start(): void {
    this.#started = true;
    if (this.#signal?.aborted) this.handleEvent();
    else this.#signal?.addEventListener("abort", this);
  }

  #finish(chunks: StreamChunk[], reason: FinishReason): void {
    const { usage } = this;
    if (usage !== undefined) chunks.push({ type: "usage", usage });
    chunks.push({ type: "finish", reason });
    this.#settle({ chunks, done: true });
  }

  #settle(batch: ChunkBatch): void {
    if (this.#pending === undefined) this.#last = batch;
    else this.#pending.resolve(batch);
    this.#pending = undefined;
  }
}

function ignore(): void {}
