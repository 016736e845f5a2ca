/**
 * One transformer inside a fused run.
 *
 * Behaves as a `TransformStream` around the same transformer would, except that
 * its output reaches the next stage by a function call instead of a queue and a
 * promise. See `fuse.ts` for what drives the stages.
 *
 * @module
 */

import type { StreamChunk } from "../message.ts";
import type { ChunkTransformer } from "./chunk_transformer.ts";
import { isThenable } from "./is_thenable.ts";

/** What a stage writes to: the next stage, or the output of the run. */
export interface StageOutput {
  /** Takes a chunk. */
  push(chunk: StreamChunk): void;
  /** Takes the end of the chunks. */
  close(): void;
  /** Takes a failure, after every chunk pushed before it. */
  fail(error: unknown): void;
}

/** What a stage needs of the run it is part of. */
export interface StageRun {
  /** Runs `work`, then lets the run deliver what came of it. */
  dispatch(work: () => void): void;
  /** Whether a {@linkcode StageRun.dispatch} is under way. */
  readonly dispatching: boolean;
  /**
   * Stops the stages before `stage`, and the source. They get no more input at
   * once, and are told so when the stack unwinds.
   */
  cancelBefore(stage: Stage, reason: unknown): void;
}

/** The end of a stage's input, when it has to wait behind queued chunks. */
type InputEnd = { readonly error: unknown } | "close";

/** One transformer inside a fused run. */
export class Stage implements StageOutput {
  readonly #transformer: ChunkTransformer;
  readonly #transform: ChunkTransformer["transform"];
  readonly #controller: StageController;
  readonly #run: StageRun;
  readonly #next: StageOutput;
  /** Whether the stage is running or waits for a promise: input is queued. */
  #busy = true;
  /** Whether nothing more is taken in. */
  #halted = false;
  /** Whether nothing more may leave the stage. */
  #ended = false;
  #queue: StreamChunk[] | undefined;
  /** How much of the queue was worked off. */
  #worked = 0;
  #inputEnd: InputEnd | undefined;
  /** A `flush`, or a `cancel` after an upstream failure, that takes its time. */
  #ending: Promise<unknown> | undefined;

  constructor(
    transformer: ChunkTransformer,
    run: StageRun,
    next: StageOutput,
  ) {
    this.#transformer = transformer;
    this.#transform = transformer.transform;
    this.#run = run;
    this.#next = next;
    this.#controller = new StageController(this);
  }

  /** Whether the stage has work that did not end yet. */
  get busy(): boolean {
    return this.#busy && !this.#ended;
  }

  /** Calls the transformer's `start`. What it throws is thrown. */
  start(): void {
    const result: unknown = this.#transformer.start?.(this.#controller);
    if (isThenable(result)) this.#park(result, () => this.#drain());
    else this.#drain();
  }

  push(chunk: StreamChunk): void {
    if (this.#halted) return;
    if (this.#busy) {
      (this.#queue ??= []).push(chunk);
      return;
    }
    this.#transformChunk(chunk);
    // More input may have come from within the call, its end included.
    const more = this.#queue !== undefined || this.#inputEnd !== undefined;
    if (more && !this.#busy) this.#drain();
  }

  close(): void {
    this.#endInput("close");
  }

  fail(error: unknown): void {
    this.#endInput({ error });
  }

  /** Drops the input and its end: nobody further on wants what comes of it. */
  halt(): void {
    this.#halted = true;
    this.#queue = undefined;
    this.#inputEnd = undefined;
  }

  /**
   * Stops the stage from its output side.
   *
   * @returns What the transformer's `cancel` returned, if it ran.
   */
  cancel(reason: unknown): unknown {
    if (this.#ended) return undefined;
    this.#end();
    // As in a real one, an ending under way is waited for, not cancelled.
    if (this.#ending !== undefined) return this.#ending;
    return this.#transformer.cancel?.(reason);
  }

  /** {@linkcode TransformStreamDefaultController.enqueue}. */
  enqueue(chunk: StreamChunk): void {
    if (this.#ended) {
      throw new TypeError("Cannot enqueue chunk: the stream has ended");
    }
    if (this.#run.dispatching) this.#next.push(chunk);
    else this.#run.dispatch(() => this.#next.push(chunk));
  }

  /** {@linkcode TransformStreamDefaultController.error}. */
  error(error: unknown): void {
    if (this.#ended) return;
    this.#end();
    this.#run.dispatch(() => {
      this.#next.fail(error);
      this.#run.cancelBefore(this, error);
    });
  }

  /** {@linkcode TransformStreamDefaultController.terminate}. */
  terminate(): void {
    if (this.#ended) return;
    this.#end();
    this.#run.dispatch(() => {
      this.#next.close();
      this.#run.cancelBefore(this, new TypeError("Stream was terminated"));
    });
  }

  #end(): void {
    this.#ended = true;
    this.halt();
  }

  #transformChunk(chunk: StreamChunk): void {
    const transform = this.#transform;
    if (transform === undefined) {
      this.#next.push(chunk);
      return;
    }
    this.#busy = true;
    try {
      const result: unknown = transform.call(
        this.#transformer,
        chunk,
        this.#controller,
      );
      if (isThenable(result)) this.#park(result, () => this.#drain());
      else this.#busy = false;
    } catch (error) {
      this.error(error);
    }
  }

  #endInput(end: InputEnd): void {
    if (this.#halted || this.#inputEnd !== undefined) return;
    this.#inputEnd = end;
    if (!this.#busy) this.#drain();
  }

  /** Works off what was queued, then the end of the input. */
  #drain(): void {
    this.#busy = false;
    while (!this.#busy && this.#queue !== undefined) {
      const queue = this.#queue;
      const chunk = queue[this.#worked++]!;
      if (this.#worked === queue.length) {
        this.#queue = undefined;
        this.#worked = 0;
      }
      this.#transformChunk(chunk);
    }
    if (this.#busy) return;
    const end = this.#inputEnd;
    if (end === "close") {
      this.#endAfter(
        () => this.#transformer.flush?.(this.#controller),
        () => this.#finish(),
      );
    } else if (end !== undefined) {
      // Passed on once `cancel` had its say.
      const { error } = end;
      this.#endAfter(
        () => this.#transformer.cancel?.(error),
        () => this.error(error),
      );
    }
  }

  /** Ends once a method of the transformer is done with the end of the input. */
  #endAfter(call: () => unknown, then: () => void): void {
    this.#busy = true;
    let result: unknown;
    let waits: boolean;
    try {
      result = call();
      waits = isThenable(result);
    } catch (error) {
      this.error(error);
      return;
    }
    if (waits) this.#ending = this.#park(result, then);
    else then();
  }

  #finish(): void {
    if (this.#ended) return;
    this.#end();
    this.#next.close();
  }

  /** Waits for a promise with the input held back. */
  #park(promise: unknown, then: () => void): Promise<void> {
    const settled = Promise.resolve(promise).then(
      () => this.#run.dispatch(then),
      (error) => {
        this.error(error);
        throw error;
      },
    );
    // Only a cancel that meets a running flush looks at this promise.
    settled.catch(() => {});
    return settled;
  }
}

/** What a transformer's methods are given. */
class StageController implements TransformStreamDefaultController<StreamChunk> {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Always 0: chunks are pulled, nothing asks for more than the one in hand. */
  get desiredSize(): number {
    return 0;
  }

  enqueue(chunk: StreamChunk): void {
    this.#stage.enqueue(chunk);
  }

  error(reason?: unknown): void {
    this.#stage.error(reason);
  }

  terminate(): void {
    this.#stage.terminate();
  }
}
