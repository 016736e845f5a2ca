/**
 * Where an adapter's behaviour ends and the module's promises begin.
 *
 * Whatever an adapter does, what leaves here is chunks followed by exactly one
 * `finish`: a failure, a missing end and an abort each become one.
 *
 * @module
 */

import type { FinishChunk, LlmFailure, StreamChunk } from "../message.ts";
import { type ChunkBatch, type ChunkSource, END } from "./chunk_source.ts";
import { ABORTED_CODE, STREAM_CLOSED_CODE, UNKNOWN_CODE } from "./codes.ts";
import { type Deferred, deferred } from "./deferred.ts";
import { failureOf } from "./failure_of.ts";

/** What a {@linkcode FinalBoundary} is told and tells. */
export interface FinalBoundaryOptions {
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /**
   * Selects, prepares and dispatches, at the first read.
   *
   * @param live Whether the call still wants its adapter.
   * @returns The adapter's chunks.
   */
  readonly open: (live: () => boolean) => Promise<ChunkSource>;
  /** Told of the start and the end of the call. */
  readonly calls: Set<FinalBoundary>;
  /** Told of the failure, with the error where one was thrown. */
  readonly failed: (failure: LlmFailure, error?: { value: unknown }) => void;
}

// What an aborted adapter may still say. Its own end is a chunk or two; the
// bound is there for one that never stops.
const MAX_CHUNKS_AFTER_ABORT = 1_000;

// A class for the memory it saves: see `Stage`.
/** The source of what one call delivers. */
export class FinalBoundary implements ChunkSource {
  readonly #options: FinalBoundaryOptions;
  #state: "idle" | "opening" | "streaming" | "ended" = "idle";
  #source: ChunkSource | undefined;
  #reading = false;
  #waiting: Deferred<ChunkBatch> | undefined;
  /** Chunks that came while nobody was waiting, after an abort. */
  #held: StreamChunk[] | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FinalBoundaryOptions) {
    this.#options = options;
  }

  read(): Promise<ChunkBatch> {
    if (this.#state === "idle") this.#start();
    const chunks = this.#held;
    if (chunks !== undefined) {
      this.#held = undefined;
      return Promise.resolve({ chunks, done: this.#state === "ended" });
    }
    if (this.#state === "ended") return Promise.resolve(END);
    this.#waiting = deferred();
    this.#advance();
    return this.#waiting.promise;
  }

  async cancel(reason: unknown): Promise<void> {
    if (this.#state === "ended") return;
    const source = this.#source;
    this.#end();
    this.#held = undefined;
    this.#waiting?.resolve(END);
    this.#waiting = undefined;
    await source?.cancel(reason);
  }

  /** Ends the call as aborted because the runtime closes. */
  close(): void {
    this.#abort("Cannot complete call: the runtime was closed");
  }

  #start(): void {
    const { signal, calls, open } = this.#options;
    if (signal?.aborted) {
      // The adapter never hears of a call that was aborted beforehand.
      this.#abort(ABORTED_MESSAGE);
      return;
    }
    this.#state = "opening";
    calls.add(this);
    signal?.addEventListener("abort", this);
    this.#reading = true;
    open(() => this.#state === "opening").then(
      (source) => {
        this.#reading = false;
        if (this.#state !== "opening") {
          stop(source, new Error("Call has ended"));
          return;
        }
        this.#state = "streaming";
        this.#source = source;
        this.#advance();
      },
      (error) => this.#fail(error),
    );
  }

  /** Makes the boundary the signal's listener: no closure to keep for it. */
  handleEvent(): void {
    if (this.#state !== "streaming") {
      this.#abort(ABORTED_MESSAGE);
      return;
    }
    // The adapter hears of the abort too and may know better how to end. It has
    // until the next task to do so.
    this.#graceTimer = setTimeout(() => this.#abort(ABORTED_MESSAGE), 0);
    this.#advance();
  }

  /** Starts a read of the adapter if one is wanted and none is under way. */
  #advance(): void {
    if (this.#reading || this.#state !== "streaming") return;
    const draining = this.#graceTimer !== undefined;
    if (this.#waiting === undefined && !draining) return;
    if ((this.#held?.length ?? 0) > MAX_CHUNKS_AFTER_ABORT) return;
    this.#reading = true;
    this.#source!.read().then(
      (batch) => this.#take(batch),
      (error) => this.#fail(error),
    );
  }

  #take(batch: ChunkBatch): void {
    this.#reading = false;
    if (this.#state === "ended") return;
    const { chunks, done } = batch;
    let count: number;
    try {
      count = countToFinish(chunks);
    } catch (error) {
      // A chunk that cannot even be looked at is the adapter's failure.
      this.#fail(error);
      return;
    }
    if (count > 0) {
      const source = this.#source;
      this.#end();
      if (!done) stop(source, new Error("Call has finished"));
      const finish = chunks[count - 1] as FinishChunk;
      const { reason } = finish;
      if (reason?.kind === "error" || reason?.kind === "aborted") {
        this.#options.failed(reason.failure);
      }
      this.#deliver(count < chunks.length ? chunks.slice(0, count) : chunks);
    } else if (done) {
      this.#deliver(chunks);
      this.#finish({
        code: STREAM_CLOSED_CODE,
        message: "Cannot complete response: the stream ended before its finish",
      });
    } else {
      this.#deliver(chunks);
      this.#advance();
    }
  }

  /** Ends the call with what an adapter threw, or its selection did. */
  #fail(error: unknown): void {
    this.#reading = false;
    if (this.#state === "ended") return;
    const { signal } = this.#options;
    const failure = failureOf(error);
    if (
      signal?.aborted && failure.code === UNKNOWN_CODE &&
      error === signal.reason
    ) {
      // Nothing failed but the wait: the adapter threw the caller's own reason.
      this.#abort(ABORTED_MESSAGE);
    } else this.#finish(failure, { value: error });
  }

  #abort(message: string): void {
    if (this.#state === "ended") return;
    const source = this.#source;
    this.#finish({ code: ABORTED_CODE, message });
    stop(source, this.#options.signal?.reason ?? new Error(message));
  }

  #finish(facts: LlmFailure, error?: { value: unknown }): void {
    if (this.#state === "ended") return;
    const aborted = this.#options.signal?.aborted ||
      facts.code === ABORTED_CODE;
    const failure = Object.freeze(facts);
    this.#end();
    this.#options.failed(failure, error);
    const kind = aborted ? "aborted" : "error";
    this.#deliver([{ type: "finish", reason: { kind, failure } }]);
  }

  /** Hands chunks to the waiting read, or keeps them for the next. */
  #deliver(chunks: readonly StreamChunk[]): void {
    if (this.#held !== undefined || this.#waiting === undefined) {
      for (const chunk of chunks) (this.#held ??= []).push(chunk);
      return;
    }
    const done = this.#state === "ended";
    if (chunks.length === 0 && !done) return;
    this.#waiting.resolve({ chunks, done });
    this.#waiting = undefined;
  }

  #end(): void {
    this.#state = "ended";
    this.#source = undefined;
    this.#options.calls.delete(this);
    this.#options.signal?.removeEventListener("abort", this);
    clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
  }
}

const ABORTED_MESSAGE = "Cannot complete call: its signal was aborted";

/** How many chunks there are up to the first finish, itself included, or 0. */
function countToFinish(chunks: readonly StreamChunk[]): number {
  for (let k = 0; k < chunks.length; k++) {
    if (chunks[k]!.type === "finish") return k + 1;
  }
  return 0;
}

/** Cancels a source the call needs no more. How that goes interests nobody. */
function stop(source: ChunkSource | undefined, reason: unknown): void {
  try {
    source?.cancel(reason).catch(() => {});
  } catch {
    // A foreign stream that throws is stopped as well as it can be.
  }
}
