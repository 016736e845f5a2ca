/**
 * A response that outlives the connection of whoever reads it.
 *
 * @module
 */

import type { ChunkStream } from "../../message.ts";
import { refuse } from "../../message/find_fault.ts";
import { checkSignal } from "../check_signal.ts";
import { checkTimeoutMs } from "../check_timeout_ms.ts";
import { takeChunkSource } from "../chunk_source.ts";
import { freeStream } from "../is_readable_stream.ts";
import { checkStore, isName } from "./_check_store.ts";
import { keepResponse } from "./_keep_response.ts";
import {
  respondResumed,
  type RespondResumedOptions,
} from "./respond_resumed.ts";
import type { ResumeStore } from "./resume_store.ts";

/** Options for {@linkcode resumable}. */
export interface ResumableOptions {
  /** Where to keep the response. */
  store: ResumeStore;
  /**
   * Name of the response, of 1 to 512 characters. Whoever knows it can read and
   * stop the response where {@linkcode respondResumed} lets them: make it hard to
   * guess.
   */
  id: string;
  /**
   * Milliseconds that the call goes on when nobody reads, at the beginning too.
   * A connection that breaks is nobody; one that waits for the next chunk is not.
   * Where a server dies with those who read there, it goes on for a minute at least.
   *
   * @default {30_000}
   */
  graceMs?: number | undefined;
  /**
   * Milliseconds that the response is kept after its end.
   *
   * @default {300_000}
   */
  retainMs?: number | undefined;
  /** Stops the call. Not for the signal of a request, which ends too early. */
  signal?: AbortSignal | undefined;
  /**
   * Whether the finish is kept, and sent, with its replay state.
   *
   * @default {false}
   */
  replayState?: boolean | undefined;
}

/** A response that readers can come back to. Made by {@linkcode resumable}. */
export interface Resumable {
  /** Its name. */
  readonly id: string;
  /**
   * Settles once the whole response is kept, however it ended. Rejects with what
   * the stream failed with, or the store. Need not be handled.
   */
  readonly done: Promise<void>;
  /**
   * Answers a request for the response, as {@linkcode respondResumed} does.
   *
   * @param request The request.
   * @param options What to send beside the response.
   * @returns The answer.
   */
  respond(
    request: Request,
    options?: Omit<RespondResumedOptions, "store" | "id">,
  ): Promise<Response>;
  /**
   * Stops the call. Readers get a `finish` of kind `aborted`.
   *
   * @param reason What to cancel the stream with.
   */
  stop(reason?: unknown): void;
}

/**
 * Keeps a response in a store while it is made, so that clients can lose their
 * connection and come back, to this server or to another with the same store.
 *
 * The stream is read to its end, as fast as the store takes it, whoever reads the
 * response and however fast. The call stops early when `stop()` is called, a
 * client sends `DELETE`, the signal aborts, or nobody reads for a while: its
 * stream is cancelled, and the response ends with a `finish` of kind `aborted`.
 * A stream that fails ends it with a `finish` of kind `error`, which names the
 * code and nothing else of what failed.
 *
 * Should the server die, readers learn of it within a minute, by a `finish` of
 * kind `error` and code `STREAM_CLOSED`.
 *
 * @example Lose a connection and come back
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import { memoryResumeStore, resumable } from "@dsh/llm/wire";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks("Hello")]));
 * const request = { provider: "local", model: "any", messages: [] };
 * const id = crypto.randomUUID();
 *
 * const store = memoryResumeStore();
 * const call = await resumable(runtime.stream(request), { store, id });
 * await call.done;
 *
 * // As a client asks that has got two chunks already.
 * const headers = { "last-event-id": "2" };
 * const url = `http://localhost/answers/${id}`;
 * const response = await call.respond(new Request(url, { headers }));
 * const body = await response.text();
 *
 * equal(body.startsWith("id: 3\ndata: {"), true);
 * ```
 *
 * @param stream The response. Locked from here on.
 * @param options Where to keep it, under which name, and for how long.
 * @returns The response, once its name is taken: from then on it can be read.
 * Rejects with what the store rejects with; the stream is cancelled then.
 * @throws {TypeError} If the stream is none, or locked, or an option is not what
 * it must be.
 * @throws {RangeError} If a time is out of its range, or the name is taken
 * already: the stream is cancelled then.
 */
export async function resumable(
  stream: ChunkStream,
  options: ResumableOptions,
): Promise<Resumable> {
  const { graceMs = 30_000, retainMs = 300_000, signal, replayState = false } =
    options;
  checkStore(options);
  const { store, id } = options;
  if (!isName(id)) {
    throw new TypeError(
      'Cannot keep response: "options.id" must be a string of 1 to 512 characters',
    );
  }
  checkTimeoutMs(graceMs, "options.graceMs");
  checkTimeoutMs(retainMs, "options.retainMs");
  checkSignal(signal, "options.signal");
  if (typeof replayState !== "boolean") {
    throw new TypeError(
      'Cannot keep response: "options.replayState" must be a boolean',
    );
  }
  refuse(freeStream(stream, "stream"), "keep response");
  const { done, stop } = await keepResponse(takeChunkSource(stream), {
    store,
    id,
    graceMs,
    retainMs,
    signal,
    replayState,
  });
  return {
    id,
    done,
    respond: (request, options) =>
      respondResumed(request, { ...options, store, id }),
    stop,
  };
}
