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
  /** Waits until the provider was asked for so many chunks. */
  asked(count: number): Promise<void>;
  /** Makes a chunk, once the provider is asked for one. */
  give(chunk: StreamChunk): void;
  /** Fails what is read, once the provider is asked for a chunk. */
  fail(error: unknown): void;
}

/** Where a provider waits before it makes a chunk. */
interface Gate {
  readonly asked: PromiseWithResolvers<void>;
  readonly chunk: PromiseWithResolvers<StreamChunk>;
}

/** Makes a call whose provider waits at a gate before each chunk. */
export function gatedProvider(): GatedProvider {
  const stopped = Promise.withResolvers<unknown>();
  const gates: Gate[] = [];
  let opened = 0;
  let reached = 0;

  function gate(at: number): Gate {
    return gates[at] ??= {
      asked: Promise.withResolvers(),
      chunk: Promise.withResolvers(),
    };
  }

  return {
    stream: call(() =>
      pulled({
        async pull(controller) {
          const { asked, chunk } = gate(reached++);
          asked.resolve();
          controller.enqueue(await chunk.promise);
        },
        cancel: stopped.resolve,
      })
    ),
    stopped: stopped.promise,
    asked: (count) => gate(count - 1).asked.promise,
    give: (chunk) => gate(opened++).chunk.resolve(chunk),
    fail(error) {
      const { promise, reject } = gate(opened++).chunk;
      // Nobody may ask for it.
      promise.catch(() => {});
      reject(error);
    },
  };
}
