/** What leaves a call, whatever its adapter does. @module */

import {
  type ChunkStream,
  type GenerateOptions,
  LlmAdapter,
  llmErrorOf,
  type StreamChunk,
} from "@dsh/llm";
import { mockDeepSeek, scriptedAdapter, textChunks } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { check, equal, rejects } from "../check.ts";
import {
  collect,
  deepSeek,
  failureIn,
  request,
  runtimeOf,
  textIn,
} from "../kit.ts";

const CHUNKS = textChunks("Hello");
const USAGE: StreamChunk = {
  type: "usage",
  usage: { inputTokens: 3, outputTokens: 2 },
};

/** An adapter of one stream. */
class Single extends LlmAdapter {
  readonly #start: (options: GenerateOptions) => ChunkStream;

  constructor(start: (options: GenerateOptions) => ChunkStream) {
    super();
    this.#start = start;
  }

  override stream(options: GenerateOptions): ChunkStream {
    return this.#start(options);
  }
}

/** Cases of the end of a call. */
export const BOUNDARY: readonly ConformanceCase[] = [
  {
    name:
      "what an adapter says behind its finish is dropped, and it is stopped",
    async run() {
      const adapter = scriptedAdapter([{
        chunks: [...CHUNKS, ...CHUNKS],
        hang: true,
      }]);

      const chunks = await collect(runtimeOf(adapter).stream(request()));

      equal(chunks, CHUNKS);
      equal(adapter.cancels.length, 1);
    },
  },
  {
    name: "an adapter that ends without a finish ends in STREAM_CLOSED",
    async run() {
      const adapter = scriptedAdapter([CHUNKS.slice(0, -1)]);

      const chunks = await collect(runtimeOf(adapter).stream(request()));

      equal(chunks.slice(0, -1), CHUNKS.slice(0, -1));
      equal(failureIn(chunks).code, "STREAM_CLOSED");
    },
  },
  {
    name: "what an adapter throws becomes a finish, behind what came",
    async run() {
      const error = new Error("Broken");
      const adapter = scriptedAdapter([{
        chunks: CHUNKS.slice(0, -1),
        delayMs: 1,
        error,
      }]);
      const stream = runtimeOf(adapter).stream(request());

      const chunks = await collect(stream);

      equal(textIn(chunks), "Hello");
      equal(failureIn(chunks).code, "UNKNOWN");
      check(llmErrorOf(stream) === error, "llmErrorOf() tells another");
    },
  },
  {
    name: "an adapter never hears of a call that was aborted beforehand",
    async run() {
      const adapter = scriptedAdapter();

      await collect(
        runtimeOf(adapter).stream(request({ signal: AbortSignal.abort() })),
      );

      equal(adapter.requests, []);
    },
  },
  {
    name: "an adapter that is aborted may tell first what it has cost",
    async run() {
      const controller = new AbortController();
      const { signal } = controller;
      const failure = { code: "ABORTED", message: "It was aborted" };
      const finish: StreamChunk = {
        type: "finish",
        reason: { kind: "aborted", failure },
      };
      const adapter = new Single(({ signal }) =>
        new ReadableStream<StreamChunk>({
          start(output) {
            output.enqueue(CHUNKS[0]!);
            signal?.addEventListener("abort", () => {
              output.enqueue(USAGE);
              output.enqueue(finish);
              output.close();
            });
          },
        })
      );
      const reader = runtimeOf(adapter).stream(request({ signal })).getReader();
      await reader.read();

      // Nobody reads while the adapter ends.
      controller.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));

      equal((await reader.read()).value, USAGE);
      equal((await reader.read()).value, finish);
      equal((await reader.read()).done, true);
    },
  },
  {
    name: "cancel() rejects with what the adapter fails to stop with",
    async run() {
      const failure = new Error("Cannot stop");
      const adapter = new Single(() =>
        new ReadableStream<StreamChunk>({
          start: (output) => output.enqueue(CHUNKS[0]!),
          cancel: () => Promise.reject(failure),
        })
      );
      const reader = runtimeOf(adapter).stream(request()).getReader();
      await reader.read();

      const error = await rejects(reader.cancel());

      check(error === failure, `the error is ${error}`);
    },
  },
  {
    name: "a call that has ended leaves no listener on its signal",
    async run() {
      const { signal } = new AbortController();
      const listeners = new Set<unknown>();
      signal.addEventListener = (_: string, listener: unknown) => {
        listeners.add(listener);
      };
      signal.removeEventListener = (_: string, listener: unknown) => {
        listeners.delete(listener);
      };
      const { fetch } = mockDeepSeek();
      const runtime = deepSeek("http://localhost", { fetch });
      const reader = runtime.stream(request({ signal })).getReader();

      await reader.read();
      check(listeners.size > 0, "nobody listens while the call is under way");
      while (!(await reader.read()).done);

      equal(listeners.size, 0);
    },
  },
];
