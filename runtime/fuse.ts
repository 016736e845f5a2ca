/**
 * Runs several transformers over one source in one pass.
 *
 * A chain of `TransformStream`s costs each chunk several promises a stage. Here
 * a chunk passes through every stage by function calls, and the consumer pays
 * one promise for each network read. What a consumer can observe is what the
 * chain would have shown, with one difference: a whole network read is
 * processed ahead of the consumer.
 *
 * @module
 */

import type { StreamChunk } from "../message.ts";
import { type ChunkBatch, type ChunkSource, END } from "./chunk_source.ts";
import type { ChunkTransformer } from "./chunk_transformer.ts";
import { type Deferred, deferred } from "./deferred.ts";
import { Stage, type StageOutput, type StageRun } from "./fused_stage.ts";

/**
 * Fuses transformers onto a source. Their `start` methods run before this
 * returns.
 *
 * @param source Where the chunks come from, owned by the result.
 * @param transformers What they pass through, adapter side first.
 * @returns The source of what leaves the last transformer.
 * @throws What a `start` throws.
 */
export function fuse(
  source: ChunkSource,
  transformers: readonly ChunkTransformer[],
): ChunkSource {
  return new FusedSource(source, transformers);
}

interface PendingCancel {
  /** How many stages to stop, from the source on. */
  readonly count: number;
  readonly reason: unknown;
}

class FusedSource implements ChunkSource, StageRun, StageOutput {
  readonly #source: ChunkSource;
  /** Adapter side first. */
  readonly #stages: Stage[] = [];
  /** Chunks that left the last stage and were not read. */
  #out: StreamChunk[] = [];
  #outEnd: { readonly error: unknown } | "close" | undefined;
  #waiting: Deferred<ChunkBatch> | undefined;
  #reading = false;
  /** Whether nothing more is wanted of the source. */
  #sourceEnded = false;
  #depth = 0;
  #cancels: PendingCancel[] | undefined;

  constructor(
    source: ChunkSource,
    transformers: readonly ChunkTransformer[],
  ) {
    this.#source = source;
    transformers.reduceRight<StageOutput>((next, transformer) => {
      const stage = new Stage(transformer, this, next);
      this.#stages.unshift(stage);
      return stage;
    }, this);
    let started = 0;
    try {
      this.dispatch(() => {
        for (; started < this.#stages.length; started++) {
          this.#stages[started]!.start();
        }
      });
    } catch (error) {
      // Whoever asked for the run never gets to hold it, so it ends here.
      this.#stop(started, error).catch(() => {});
      throw error;
    }
  }

  get dispatching(): boolean {
    return this.#depth > 0;
  }

  push(chunk: StreamChunk): void {
    this.#out.push(chunk);
  }

  close(): void {
    this.#outEnd ??= "close";
  }

  fail(error: unknown): void {
    this.#outEnd ??= { error };
  }

  read(): Promise<ChunkBatch> {
    const waiting = this.#waiting = deferred<ChunkBatch>();
    this.#deliver();
    return waiting.promise;
  }

  async cancel(reason: unknown): Promise<void> {
    this.#out = [];
    this.#outEnd = "close";
    this.#waiting?.resolve(END);
    this.#waiting = undefined;
    await this.#stop(this.#stages.length, reason);
  }

  dispatch(work: () => void): void {
    this.#depth++;
    try {
      work();
    } finally {
      this.#depth--;
    }
    this.#deliver();
  }

  cancelBefore(stage: Stage, reason: unknown): void {
    const count = this.#stages.indexOf(stage);
    for (let k = 0; k < count; k++) this.#stages[k]!.halt();
    (this.#cancels ??= []).push({ count, reason });
  }

  /** Settles the waiting read if it can, else makes progress towards it. */
  #deliver(): void {
    // Inside a dispatch the stages are mid-chunk: the outermost call delivers.
    if (this.#depth > 0) return;
    this.#runCancels();
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const chunks = this.#out;
    const end = this.#outEnd;
    if (chunks.length > 0 || end !== undefined) {
      this.#waiting = undefined;
      this.#out = [];
      if (end === undefined) waiting.resolve({ chunks, done: false });
      else if (end === "close") waiting.resolve({ chunks, done: true });
      // A failure waits until every chunk before it was read.
      else if (chunks.length > 0) waiting.resolve({ chunks, done: false });
      else waiting.reject(end.error);
    } else if (!this.#reading && !this.#sourceEnded && !this.#anyBusy()) {
      this.#reading = true;
      this.#source.read().then(
        (batch) => this.#take(batch),
        (error) => this.#takeFailure(error),
      );
    }
  }

  #anyBusy(): boolean {
    for (const stage of this.#stages) if (stage.busy) return true;
    return false;
  }

  #take({ chunks, done }: ChunkBatch): void {
    this.#reading = false;
    // What comes after a cancel finds the stages ended, and changes nothing.
    this.#sourceEnded ||= done;
    const first = this.#stages[0]!;
    this.dispatch(() => {
      for (const chunk of chunks) first.push(chunk);
      if (done) first.close();
    });
  }

  #takeFailure(error: unknown): void {
    this.#reading = false;
    this.#sourceEnded = true;
    this.dispatch(() => this.#stages[0]!.fail(error));
  }

  #runCancels(): void {
    while (this.#cancels !== undefined) {
      const cancels = this.#cancels;
      this.#cancels = undefined;
      for (const { count, reason } of cancels) {
        // Nobody waits for these: the failure that led here is what counts.
        this.#stop(count, reason).catch(() => {});
      }
    }
  }

  /** Stops the first `count` stages and the source, nearest to it last. */
  async #stop(count: number, reason: unknown): Promise<void> {
    const pending: unknown[] = [];
    for (let k = count - 1; k >= 0; k--) {
      pending.push(attempt(() => this.#stages[k]!.cancel(reason)));
    }
    if (!this.#sourceEnded) {
      this.#sourceEnded = true;
      pending.push(attempt(() => this.#source.cancel(reason)));
    }
    for (const result of await Promise.allSettled(pending)) {
      if (result.status === "rejected") throw result.reason;
    }
  }
}

/** Calls a function; what it throws becomes a rejection. */
function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return Promise.reject(error);
  }
}
