/**
 * A transformer as a stream of its own.
 *
 * @module
 */

import type { StreamChunk } from "../message.ts";
import type { ChunkTransformer } from "./chunk_transformer.ts";
import { deferred } from "./deferred.ts";

/**
 * Makes a standing-alone `TransformStream` of a transformer, so that one written
 * for `llm/stream` can be piped through anywhere.
 *
 * The transformer's `cancel` is called in every runtime. Chromium, Firefox and
 * WebKit do not call it in a `TransformStream` made by hand.
 *
 * @example Usage
 * ```ts
 * import {
 *   assemble,
 *   type ChunkTransformer,
 *   textOf,
 *   toTransformStream,
 * } from "@dsh/llm";
 * import { textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const upperCase: ChunkTransformer = {
 *   transform(chunk, controller) {
 *     if (chunk.type === "text-delta") {
 *       controller.enqueue({ ...chunk, text: chunk.text.toUpperCase() });
 *     } else if (chunk.type === "block-end" && chunk.block.type === "text") {
 *       // A whole block says what its deltas said.
 *       const text = chunk.block.text.toUpperCase();
 *       controller.enqueue({ ...chunk, block: { ...chunk.block, text } });
 *     } else {
 *       controller.enqueue(chunk);
 *     }
 *   },
 * };
 *
 * const source = ReadableStream.from(textChunks("hi"));
 * const answer = await assemble(
 *   source.pipeThrough(toTransformStream(upperCase)),
 * );
 *
 * equal(textOf(answer.message()), "HI");
 * ```
 *
 * @param transformer What to run each chunk through.
 * @returns The stream. Its readable side asks for nothing ahead of demand.
 * @throws {TypeError} If the transformer is not an object.
 * @throws What the transformer's `start` throws.
 */
export function toTransformStream(
  transformer: ChunkTransformer,
): TransformStream<StreamChunk, StreamChunk> {
  if (typeof transformer !== "object" || transformer === null) {
    throw new TypeError(
      'Cannot make a transform stream: "transformer" must be an object',
    );
  }
  return callsCancel()
    ? new TransformStream(transformer)
    : withCancel(transformer);
}

/**
 * Tells whether the runtime's `TransformStream` calls a transformer's `cancel`.
 * One that does reads the member when it is constructed.
 */
function callsCancel(): boolean {
  if (probed?.of !== TransformStream) {
    probed = { of: TransformStream, callsCancel: readsCancel() };
  }
  return probed.callsCancel;
}

// Found out at the first use, since nothing is to run at import, and again where
// a polyfill has come in between.
let probed: { of: unknown; callsCancel: boolean } | undefined;

function readsCancel(): boolean {
  let read = false;
  const transformer: ChunkTransformer = {
    get cancel() {
      read = true;
      return () => {};
    },
  };
  new TransformStream(transformer);
  return read;
}

/**
 * Makes what `new TransformStream(transformer)` makes where the transformer's
 * `cancel` is called, out of two plain streams.
 *
 * @param transformer What to run each chunk through.
 * @returns The two sides.
 * @throws What the transformer's `start` throws.
 */
export function withCancel(
  transformer: ChunkTransformer,
): TransformStream<StreamChunk, StreamChunk> {
  const started = deferred<unknown>();
  /** Settled while a reader waits: writes go on only then. */
  let wanted = deferred<void>();
  let isWanted = false;
  /** Why the writable side takes no more. */
  let refusal: Thrown | undefined;
  /** Why the readable side failed. */
  let failure: Thrown | undefined;
  /** The last call of the transformer, whichever side came first. */
  let ending: Promise<void> | undefined;
  let input!: WritableStreamDefaultController;
  let output!: ReadableStreamDefaultController<StreamChunk>;

  function want(): void {
    isWanted = true;
    wanted.resolve();
  }

  function refuse(error: unknown): void {
    const { aborted, reason } = input.signal;
    // An abort that waits for a write was first.
    refusal ??= { error: aborted ? reason : error };
    input.error(error);
    want();
  }

  function fail(error: unknown): void {
    failure ??= { error };
    output.error(error);
  }

  function close(): void {
    try {
      output.close();
    } catch {
      // It was closed already, by its reader or by `terminate()`.
    }
  }

  function end(
    call: () => unknown,
    succeed: () => void,
    giveUp: (error: unknown) => void,
  ): Promise<void> {
    if (ending !== undefined) return ending;
    const ended = deferred<void>();
    // Set before the call, which may end the other side from within.
    ending = ended.promise;
    async function run(): Promise<void> {
      try {
        await call();
        succeed();
      } catch (error) {
        giveUp(error);
        throw error;
      }
    }
    run().then(ended.resolve, ended.reject);
    return ending;
  }

  function cancel(reason: unknown): unknown {
    // What the transformer ended by itself is not cancelled.
    return refusal === undefined ? transformer.cancel?.(reason) : undefined;
  }

  const controller: TransformStreamDefaultController<StreamChunk> = {
    get desiredSize() {
      return output.desiredSize;
    },
    enqueue(chunk: StreamChunk) {
      const wasWanted = isWanted;
      // Before the chunk: the platform may ask for the next one at once.
      if (isWanted) wanted = deferred();
      isWanted = false;
      try {
        output.enqueue(chunk);
      } catch (error) {
        if (wasWanted) want();
        throw error;
      }
    },
    error(reason) {
      fail(reason);
      refuse(reason);
    },
    terminate() {
      close();
      refuse(new TypeError("Cannot write chunk: the stream was terminated"));
    },
  };

  const writable = new WritableStream<StreamChunk>({
    start(controller) {
      input = controller;
      return started.promise as Promise<undefined>;
    },
    async write(chunk) {
      await wanted.promise;
      if (refusal !== undefined) throw refusal.error;
      input.signal.throwIfAborted();
      if (ending !== undefined) return;
      if (transformer.transform === undefined) return controller.enqueue(chunk);
      try {
        await transformer.transform(chunk, controller);
      } catch (error) {
        controller.error(error);
        throw error;
      }
    },
    close: () =>
      end(
        () => transformer.flush?.(controller),
        () => {
          if (failure !== undefined) throw failure.error;
          close();
        },
        fail,
      ),
    abort: (reason) =>
      end(
        () => cancel(reason),
        () => {
          if (failure !== undefined) throw failure.error;
          fail(reason);
        },
        fail,
      ),
  });
  const readable = new ReadableStream<StreamChunk>({
    start(controller) {
      output = controller;
      return started.promise as Promise<undefined>;
    },
    pull: want,
    cancel: (reason) =>
      end(
        () => cancel(reason),
        () => {
          const thrown = refusal ?? failure;
          if (thrown !== undefined) throw thrown.error;
          refuse(reason);
        },
        refuse,
      ),
  }, { highWaterMark: 0 });
  started.promise.catch(fail);
  started.resolve(transformer.start?.(controller));
  return { readable, writable };
}

interface Thrown {
  readonly error: unknown;
}
