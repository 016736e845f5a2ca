/**
 * A transformer as a stream of its own.
 *
 * @module
 */

import type { StreamChunk } from "../message.ts";

/**
 * Makes a standing-alone `TransformStream` of a transformer, so that one written
 * for `llm/stream` can be piped through anywhere.
 *
 * The transformer's `cancel` is called in every runtime. Chromium, Firefox and
 * WebKit do not call it in a `TransformStream` made by hand.
 *
 * @example Usage
 * ```ts
 * import { type StreamChunk, toTransformStream } from "@dsh/llm";
 * import { deepEqual } from "node:assert/strict";
 *
 * const upperCase: Transformer<StreamChunk, StreamChunk> = {
 *   transform(chunk, controller) {
 *     controller.enqueue(
 *       chunk.type === "text-delta"
 *         ? { ...chunk, text: chunk.text.toUpperCase() }
 *         : chunk,
 *     );
 *   },
 * };
 *
 * const source = ReadableStream.from<StreamChunk>([
 *   { type: "text-delta", index: 0, text: "hi" },
 * ]);
 * const chunks = await Array.fromAsync(
 *   source.pipeThrough(toTransformStream(upperCase)),
 * );
 *
 * deepEqual(chunks, [{ type: "text-delta", index: 0, text: "HI" }]);
 * ```
 *
 * @param transformer What to run each chunk through.
 * @returns The stream. Its readable side asks for nothing ahead of demand.
 * @throws {TypeError} If the transformer is no object.
 * @throws What the transformer's `start` throws.
 */
export function toTransformStream(
  transformer: Transformer<StreamChunk, StreamChunk>,
): TransformStream<StreamChunk, StreamChunk> {
  if (typeof transformer !== "object" || transformer === null) {
    throw new TypeError(
      "Cannot make a transform stream: `transformer` is no object",
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
  let read = false;
  new TransformStream({
    get cancel() {
      read = true;
      return () => {};
    },
  });
  return read;
}

/**
 * Calls `cancel` where the runtime's own `TransformStream` would not.
 *
 * @param transformer What to run each chunk through.
 * @returns A pair of streams that watch for a cancelled readable side and an
 * aborted writable side.
 */
export function withCancel(
  transformer: Transformer<StreamChunk, StreamChunk>,
): TransformStream<StreamChunk, StreamChunk> {
  let ended = false;
  const inner = new TransformStream<StreamChunk, StreamChunk>({
    start: (controller) => transformer.start?.(controller),
    transform: (chunk, controller) =>
      transformer.transform === undefined
        ? controller.enqueue(chunk)
        : transformer.transform(chunk, controller),
    async flush(controller) {
      ended = true;
      await transformer.flush?.(controller);
    },
  });
  const writer = inner.writable.getWriter();
  const reader = inner.readable.getReader();
  // A failure reaches the outer readable side at its next read.
  reader.closed.catch(() => ended = true);

  async function cancel(reason: unknown): Promise<void> {
    if (ended) return;
    ended = true;
    await transformer.cancel?.(reason);
  }

  const writable = new WritableStream<StreamChunk>({
    start(controller) {
      // Terminated or failed: whoever writes must hear of it before the next
      // chunk, which may be long in coming.
      writer.closed.catch((error) => {
        ended = true;
        controller.error(error);
      });
    },
    async write(chunk) {
      await writer.ready;
      await writer.write(chunk);
    },
    close: () => writer.close(),
    async abort(reason) {
      try {
        await cancel(reason);
        await writer.abort(reason);
      } catch (error) {
        await writer.abort(error);
        throw error;
      }
    },
  });
  const readable = new ReadableStream<StreamChunk>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      try {
        await cancel(reason);
        await reader.cancel(reason);
      } catch (error) {
        await reader.cancel(error);
        throw error;
      }
    },
  }, { highWaterMark: 0 });
  return { readable, writable };
}
