/**
 * Where an adapter's behaviour ends and the module's promises begin.
 *
 * Whatever an adapter does, what leaves here is chunks followed by exactly one
 * `finish`: a failure, a missing end and an abort each become one.
 *
 * @module
 */

import type { LlmFailure, StreamChunk } from "../message.ts";
import { type ChunkBatch, type ChunkSource, END } from "./chunk_source.ts";
import { ABORTED_CODE, STREAM_CLOSED_CODE, UNKNOWN_CODE } from "./codes.ts";
import { type Deferred, deferred } from "./deferred.ts";
import type { LlmError } from "./error.ts";
import { copyFailure, failureOf } from "./failure_of.ts";

/** What a {@linkcode FinalBoundary} is told and tells. */
export interface FinalBoundaryOptions {
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /**
   * Selects and prepares, at the first read.
   *
   * @param signal Aborts when the call ends before it is prepared.
   * @returns Starts the adapter.
   */
  readonly prepare: (signal: AbortSignal) => Promise<() => ChunkSource>;
  /** Holds the call while it is under way. */
  readonly calls: Set<FinalBoundary>;
  /**
   * Aborts once the runtime is closed, with the error to end in: a call not begun by
   * then never begins.
   */
  readonly closed?: AbortSignal | undefined;
  /** Told of the failure, with the error where one was thrown. */
  readonly failed: (failure: LlmFailure, error?: { value: unknown }) => void;
}

type State = "idle" | "preparing" | "streaming" | "ended";

const ABORTED_MESSAGE = "Cannot complete call: its signal was aborted";

// What an aborted adapter may still say. Its own end is a chunk or two; the
// bound is there for one that never stops, and so would never let the next task
// come.
const MAX_CHUNKS_AFTER_ABORT = 1_000;

/** The source of what one call delivers. */
export class FinalBoundary implements ChunkSource {
  readonly #options: FinalBoundaryOptions;
  #state: State = "idle";
  #preparation: AbortController | undefined;
  #source: ChunkSource | undefined;
  #reading = false;
  #waiting: Deferred<ChunkBatch> | undefined;
  /** Chunks that came while nobody was waiting. */
  #held: StreamChunk[] | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #chunksAfterAbort = 0;

  constructor(options: FinalBoundaryOptions) {
    this.#options = options;
  }

  read(): Promise<ChunkBatch> {
    if (this.#state === "idle") this.#prepare();
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
    const source = this.#end(reason);
    this.#held = undefined;
    this.#waiting?.resolve(END);
    this.#waiting = undefined;
    await source?.cancel(reason);
  }

  /** Ends the call as aborted because the runtime closes, which an error tells. */
  close(error: LlmError): void {
    this.#abort(error.message, error);
  }

  /** Makes the boundary the signal's listener: no closure to keep for it. */
  handleEvent(): void {
    if (this.#state !== "streaming") {
      this.#abort(ABORTED_MESSAGE, this.#options.signal?.reason);
      return;
    }
    // The adapter hears of the abort too and may know better how to end. It has
    // until the next task to do so.
    this.#graceTimer = setTimeout(
      () => this.#abort(ABORTED_MESSAGE, this.#options.signal?.reason),
      0,
    );
    this.#advance();
  }

  #prepare(): void {
    const { signal, calls, closed, prepare } = this.#options;
    if (signal?.aborted) {
      // The adapter never hears of a call that was aborted beforehand.
      this.#abort(ABORTED_MESSAGE, signal.reason);
      return;
    }
    if (closed?.aborted) return this.close(closed.reason);
    this.#state = "preparing";
    calls.add(this);
    signal?.addEventListener("abort", this);
    // A signal of its own: a cancel and a close stop the preparation too.
    this.#preparation = new AbortController();
    prepare(this.#preparation.signal).then(
      (start) => this.#start(start),
      (error) => this.#fail(error),
    );
  }

  #start(start: () => ChunkSource): void {
    if (this.#state !== "preparing") return;
    this.#preparation = undefined;
    let source: ChunkSource;
    try {
      source = start();
    } catch (error) {
      this.#fail(error);
      return;
    }
    // The adapter itself may have ended the call while it started.
    if ((this.#state as State) === "ended") {
      stop(source, new Error("Call has ended"));
      return;
    }
    this.#state = "streaming";
    this.#source = source;
    this.#advance();
  }

  /** Starts a read of the adapter if one is wanted and none is under way. */
  #advance(): void {
    if (this.#reading || this.#state !== "streaming") return;
    const wanted = this.#graceTimer === undefined
      ? this.#waiting !== undefined
      : this.#chunksAfterAbort <= MAX_CHUNKS_AFTER_ABORT;
    if (!wanted) return;
    this.#reading = true;
    this.#source!.read().then(
      (batch) => this.#take(batch),
      (error) => this.#fail(error),
    );
  }

  #take({ chunks, done }: ChunkBatch): void {
    this.#reading = false;
    if (this.#state === "ended") return;
    if (this.#graceTimer !== undefined) this.#chunksAfterAbort += chunks.length;
    const { count, finished, failure, error } = scan(chunks);
    const sound = count < chunks.length ? chunks.slice(0, count) : chunks;
    if (finished) {
      const source = this.#end(undefined);
      if (failure !== undefined) this.#options.failed(failure);
      this.#deliver(sound);
      if (!done) stop(source, new Error("Call has finished"));
      return;
    }
    this.#deliver(sound);
    if (error !== undefined) {
      const source = this.#source;
      this.#fail(error.value);
      if (!done) stop(source, error.value);
    } else if (done) this.#finish(this.#failureOfClose());
    else this.#advance();
  }

  #failureOfClose(): LlmFailure {
    // An aborted adapter may say no more than that it is done.
    return this.#options.signal?.aborted
      ? { code: ABORTED_CODE, message: ABORTED_MESSAGE }
      : {
        code: STREAM_CLOSED_CODE,
        message: "Cannot complete response: the stream ended before its finish",
      };
  }

  /** Ends the call with what an adapter threw, or its selection did. */
  #fail(value: unknown): void {
    if (this.#state === "ended") return;
    this.#preparation = undefined;
    const { signal } = this.#options;
    const failure = failureOf(value);
    // Nothing failed but the wait if the adapter threw the caller's own reason.
    const aborted = signal?.aborted && value === signal.reason &&
      failure.code === UNKNOWN_CODE;
    this.#finish(
      aborted ? { code: ABORTED_CODE, message: ABORTED_MESSAGE } : failure,
      { value },
    );
  }

  #abort(message: string, reason: unknown): void {
    if (this.#state === "ended") return;
    stop(
      this.#finish({ code: ABORTED_CODE, message }, undefined, reason),
      reason,
    );
  }

  #finish(
    facts: LlmFailure,
    error?: { value: unknown },
    reason?: unknown,
  ): ChunkSource | undefined {
    const failure = Object.freeze(facts);
    const aborted = this.#options.signal?.aborted ||
      failure.code === ABORTED_CODE;
    const source = this.#end(reason);
    this.#options.failed(failure, error);
    const kind = aborted ? "aborted" : "error";
    this.#deliver([{ type: "finish", reason: { kind, failure } }]);
    return source;
  }

  /** Hands chunks to the waiting read, or keeps them for the next. */
  #deliver(chunks: readonly StreamChunk[]): void {
    if (this.#waiting === undefined) {
      for (const chunk of chunks) (this.#held ??= []).push(chunk);
      return;
    }
    const done = this.#state === "ended";
    if (chunks.length === 0 && !done) return;
    this.#waiting.resolve({ chunks, done });
    this.#waiting = undefined;
  }

  /** Lets go of everything, and hands out what may be left to stop. */
  #end(reason: unknown): ChunkSource | undefined {
    const source = this.#source;
    const preparation = this.#preparation;
    this.#state = "ended";
    this.#source = undefined;
    this.#preparation = undefined;
    this.#options.calls.delete(this);
    this.#options.signal?.removeEventListener("abort", this);
    clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
    preparation?.abort(reason);
    return source;
  }
}

/** What a look at a batch told. */
interface Scan {
  /** How many chunks are sound and wanted, the finish included. */
  readonly count: number;
  /** Whether the last of them is a finish. */
  readonly finished?: boolean;
  /** The failure the finish carries. */
  readonly failure?: LlmFailure | undefined;
  /** What a chunk threw that cannot be looked at. */
  readonly error?: { readonly value: unknown };
}

function scan(chunks: readonly StreamChunk[]): Scan {
  let count = 0;
  try {
    for (const chunk of chunks) {
      if (chunk.type === "finish") {
        const { reason } = chunk;
        const failed = reason.kind === "error" || reason.kind === "aborted";
        if (failed && copyFailure(reason.failure) === undefined) {
          throw new TypeError("Cannot read finish: its failure is malformed");
        }
        const failure = failed ? Object.freeze(reason.failure) : undefined;
        return { count: count + 1, finished: true, failure };
      }
      count++;
    }
    return { count };
  } catch (value) {
    return { count, error: { value } };
  }
}

/** Cancels a source the call needs no more. How that goes interests nobody. */
function stop(source: ChunkSource | undefined, reason: unknown): void {
  try {
    source?.cancel(reason).catch(() => {});
  } catch {
    // A foreign stream that throws is stopped as well as it can be.
  }
}
