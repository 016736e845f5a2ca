/**
 * A provider that makes a chunk when it is told to.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../../../message.ts";
import { call, pulled } from "../_stub_adapter.ts";

/** A call to a provider, and the means to answer it. */
export interface GatedProvider {
  /** What the call delivers. */
  readonly stream: ChunkStream;
  /** Settles with the reason the provider was told to stop for. */
  readonly stopped: Promise<unknown>;
  /** Makes a chunk, once the provider is asked for one. */
  give(chunk: StreamChunk): void;
  /** Fails what is read, once the provider is asked for a chunk. */
  fail(error: unknown): void;
}

/** Makes a call whose provider waits at a gate before each chunk. */
export function gatedProvider(): GatedProvider {
  const stopped = Promise.withResolvers<unknown>();
  const gates: PromiseWithResolvers<StreamChunk>[] = [];
  let opened = 0;
  let reached = 0;

  function gate(at: number): PromiseWithResolvers<StreamChunk> {
    return gates[at] ??= Promise.withResolvers();
  }

  return {
    stream: call(() =>
      pulled({
        async pull(controller) {
          controller.enqueue(await gate(reached++).promise);
        },
        cancel: stopped.resolve,
      })
    ),
    stopped: stopped.promise,
    give: (chunk) => gate(opened++).resolve(chunk),
    fail(error) {
      const { promise, reject } = gate(opened++);
      // Nobody may ask for it.
      promise.catch(() => {});
      reject(error);
    },
  };
}
