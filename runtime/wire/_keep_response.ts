/**
 * From a stream to the log of a response.
 *
 * @module
 */

import type { FinishReason, StreamChunk } from "../../message.ts";
import type { ChunkSource } from "../chunk_source.ts";
import { ABORTED_CODE, STREAM_CLOSED_CODE } from "../codes.ts";
import { deferred } from "../deferred.ts";
import { LlmError } from "../error.ts";
import { failureOf } from "../failure_of.ts";
import { createLogWriter, type LogWriterOptions } from "./_log_writer.ts";
import { watchReaders } from "./_watch_readers.ts";
import { chunkToJson } from "./chunk_json.ts";
import { controlLog } from "./resume_log.ts";

/** Options for {@linkcode keepResponse}. */
export interface KeepResponseOptions
  extends Omit<LogWriterOptions, "head" | "control"> {
  /** Milliseconds that a response without readers goes on. */
  readonly graceMs: number;
  /** Stops the call. */
  readonly signal: AbortSignal | undefined;
  /** Whether the replay state of the finish is kept. */
  readonly replayState: boolean;
}

/** A response that is being kept. */
export interface KeptResponse {
  /** Settles once all of it is kept. Handled. */
  readonly done: Promise<void>;
  /** Stops the call. */
  stop(reason?: unknown): void;
}

/**
 * Keeps all that a source brings, and ends it where nobody wants more.
 *
 * @param source The source, owned by the response from here on.
 * @param options Where, and until when.
 * @returns The response, once it can be read.
 * @throws {RangeError} If there is a response of that name.
 */
export async function keepResponse(
  source: ChunkSource,
  options: KeepResponseOptions,
): Promise<KeptResponse> {
  const { id, graceMs, signal, replayState } = options;
  // Pages served over plain http have no `crypto.randomUUID`.
  const call = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const head = { graceMs, call };
  const control = controlLog(id, head);
  const writer = createLogWriter({ ...options, head, control });
  const over = new AbortController();
  const { promise: done, resolve, reject } = deferred<void>();
  done.catch(() => {});

  function encode(chunk: StreamChunk): string {
    return chunkToJson(chunk, { replayState });
  }

  /** Ends the response. The first end counts. */
  function end(chunks: readonly string[], failed?: { error: unknown }): void {
    over.abort();
    signal?.removeEventListener("abort", abort);
    writer.end(chunks).then(
      () => failed === undefined ? resolve() : reject(failed.error),
      async (error) => {
        // What is too much for a store may be so for what else came at the end.
        const { failure } = unkept();
        const reason: FinishReason = { kind: "error", failure };
        await writer.end([encode({ type: "finish", reason })]).catch(() => {});
        reject(failed === undefined ? error : failed.error);
      },
    );
  }

  /** Ends the response before the stream has ended. */
  function cut(
    kind: "aborted" | "error",
    { failure }: LlmError,
    reason: unknown,
  ): void {
    if (over.signal.aborted) return;
    cancel(source, reason);
    const finish: FinishReason = { kind, failure };
    const failed = kind === "error" ? { error: reason } : undefined;
    end([encode({ type: "finish", reason: finish })], failed);
  }

  function stop(state: string, reason?: unknown): void {
    const error = callError(state, ABORTED_CODE);
    cut("aborted", error, reason ?? error);
  }

  function abort(): void {
    stop("its signal was aborted", signal?.reason);
  }

  function failStore(error: unknown): void {
    cut("error", unkept(), error);
  }

  async function drain(): Promise<void> {
    while (!over.signal.aborted) {
      const { chunks, done } = await source.read();
      if (over.signal.aborted) return;
      const entries: string[] = [];
      let finished = false;
      try {
        for (const chunk of chunks) {
          entries.push(encode(chunk));
          finished = chunk.type === "finish";
          if (finished) break;
        }
      } catch (error) {
        // What came before is kept all the same.
        await writer.write(entries).catch(failStore);
        throw error;
      }
      if (finished) {
        if (!done) cancel(source, new Error("Call has finished"));
        end(entries);
      } else if (done) {
        const { failure } = callError(
          "its stream ended before its finish",
          STREAM_CLOSED_CODE,
        );
        const reason: FinishReason = { kind: "error", failure };
        end([...entries, encode({ type: "finish", reason })]);
      } else await writer.write(entries).catch(failStore);
    }
  }

  try {
    if (!await writer.begin()) {
      throw new RangeError(
        'Cannot keep response: "options.id" must be a name that is not taken',
      );
    }
  } catch (error) {
    cancel(source, error);
    throw error;
  }
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);
  drain().catch((error) => {
    // What a server's own error says is not for its clients.
    cut("error", callError("the server failed", failureOf(error).code), error);
  });
  watchReaders({
    ...options,
    control,
    signal: over.signal,
    renew: writer.renew,
  }).then((end) => {
    stop(end === "stopped" ? "it was stopped" : "nobody reads it");
  }, failStore);
  return { done, stop: (reason) => stop("it was stopped", reason) };
}

function unkept(): LlmError {
  return callError("its response cannot be kept", STREAM_CLOSED_CODE);
}

function callError(state: string, code: string): LlmError {
  return new LlmError(`Cannot complete call: ${state}`, code);
}

/** Cancels a source nobody needs any more. How that goes interests nobody. */
function cancel(source: ChunkSource, reason: unknown): void {
  source.cancel(reason).catch(() => {});
}
