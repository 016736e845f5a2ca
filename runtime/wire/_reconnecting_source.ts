/**
 * From connections, one after the other, to chunks.
 *
 * @module
 */

import type { LlmFailure } from "../../message.ts";
import { type ChunkBatch, type ChunkSource, END } from "../chunk_source.ts";
import {
  ABORTED_CODE,
  STREAM_CLOSED_CODE,
  TIMEOUT_CODE,
  TRANSPORT_CODE,
} from "../codes.ts";
import { type Deferred, deferred } from "../deferred.ts";
import { LlmError } from "../error.ts";
import { failureOf } from "../failure_of.ts";
import { pause } from "../pause.ts";
import { retryDelayMs } from "../retry_delay_ms.ts";
import type { ResolvedNormalRetryPolicy } from "../retry_policy.ts";
import {
  type Connection,
  type ConnectionOptions,
  openConnection,
  type Progress,
} from "./_connection.ts";
import type { ConnectState } from "./connect.ts";

/** Options for {@linkcode reconnectingSource}. */
export interface ReconnectingSourceOptions
  extends Pick<ConnectionOptions, "headers" | "limits" | "idleTimeoutMs"> {
  /** Stops the response itself. */
  readonly signal: AbortSignal | undefined;
  /** Told of every change. */
  readonly onState: ((state: ConnectState) => void) | undefined;
  /** Absent means the global one, at the time of the request. */
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Most attempts in a row that bring no chunk. */
  readonly maxAttempts: number;
  /** Makes the jitter. */
  readonly random: () => number;
}

const POLICY: ResolvedNormalRetryPolicy = {
  mode: "normal",
  maxRetries: Infinity,
  retryableCodes: [STREAM_CLOSED_CODE, TIMEOUT_CODE, TRANSPORT_CODE],
  initialDelayMs: 500,
  maxDelayMs: 60_000,
  jitterRatio: 0.5,
};

/**
 * Makes a source that connects as often as it takes.
 *
 * @param url Where the response is.
 * @param options How to ask, and how long to go on.
 * @returns The source. Its last chunk is a `finish`.
 */
export function reconnectingSource(
  url: string,
  options: ReconnectingSourceOptions,
): ChunkSource {
  const { signal, onState, headers, maxAttempts, random } = options;
  const gone = new AbortController();
  const progress: Progress = {
    received: 0,
    numbered: true,
    retryMs: undefined,
  };
  let connection: Connection | undefined;
  /** Whether the connection in hand, or the last one, has brought a chunk. */
  let fruitful = false;
  /** How many attempts in a row have brought none. */
  let fruitless = 0;
  /** Why there is no connection, where there was one before. */
  let lost: LlmFailure | undefined;
  let started = false;
  let over = false;
  let pending: Deferred<ChunkBatch> | undefined;
  /** What a read gets once the response is over. */
  let last = END;

  /** Reads until there is something to hand over. */
  async function advance(): Promise<ChunkBatch> {
    while (!over) {
      if (lost !== undefined) {
        const failure = lost;
        const delayMs = delayAfter(failure);
        if (delayMs === undefined) return finish("error", failure);
        tell("waiting");
        await pause(delayMs, [gone.signal]);
        lost = undefined;
      }
      try {
        connection ??= await open();
        const batch = await connection.read();
        if (batch.lost !== undefined) lose(batch.lost);
        if (batch.chunks.length > 0) {
          fruitful = true;
          fruitless = 0;
          return batch;
        }
      } catch (error) {
        lose(failureOf(error));
      }
    }
    return END;
  }

  async function open(): Promise<Connection> {
    tell("connecting");
    fruitful = false;
    const opened = await openConnection(url, {
      ...options,
      fetch: options.fetch ?? globalThis.fetch,
      signal: gone.signal,
      progress,
    });
    if (!over) tell("open");
    return opened;
  }

  function lose(failure: LlmFailure): void {
    connection?.close(failure);
    connection = undefined;
    if (!fruitful) fruitless++;
    lost = failure;
  }

  /** How long to wait for another connection, if there is any use in one. */
  function delayAfter(failure: LlmFailure): number | undefined {
    // Without a number nobody knows what to ask for.
    if (!progress.numbered || fruitless >= maxAttempts) return undefined;
    if (!isPassing(failure)) return undefined;
    const { retryMs: initialDelayMs = POLICY.initialDelayMs } = progress;
    const policy = { ...POLICY, initialDelayMs };
    return retryDelayMs(policy, Math.max(1, fruitless), {
      providerRetryAfterMs: failure.providerRetryAfterMs,
      random,
    });
  }

  function start(): void {
    started = true;
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort);
  }

  function abort(): void {
    requestStop();
    const { failure } = new LlmError(
      "Cannot complete response: its signal was aborted",
      ABORTED_CODE,
    );
    settle(finish("aborted", failure), signal?.reason);
  }

  /** Stops the response itself. Whether that arrives shows nowhere. */
  async function requestStop(): Promise<void> {
    const fetch = options.fetch ?? globalThis.fetch;
    try {
      const response = await fetch(url, {
        method: "DELETE",
        headers,
        // The page may be on its way out.
        keepalive: true,
      });
      await response.body?.cancel();
    } catch {
      // Then the server stops by itself, once nobody reads.
    }
  }

  /** Answers the read in hand, or else the next one. */
  function settle(batch: ChunkBatch, reason?: unknown): void {
    if (over) return;
    if (batch.done) close(reason);
    if (pending === undefined) last = batch;
    else pending.resolve(batch);
    pending = undefined;
  }

  function close(reason: unknown): void {
    over = true;
    signal?.removeEventListener("abort", abort);
    connection?.close(reason);
    gone.abort(reason);
    tell("closed");
  }

  function tell(state: ConnectState): void {
    try {
      // It may be asynchronous, whatever its type says.
      Promise.resolve<unknown>(onState?.(state)).catch(() => {});
    } catch {
      // Whoever watches has no part in this.
    }
  }

  return {
    read() {
      if (!started && !over) start();
      if (over) {
        const batch = last;
        last = END;
        return Promise.resolve(batch);
      }
      const { promise } = pending = deferred<ChunkBatch>();
      // What fails once the response is over fails because it is over.
      advance().then(settle, () => {});
      return promise;
    },
    cancel(reason) {
      if (!over) close(reason);
      pending?.resolve(END);
      return Promise.resolve();
    },
  };
}

function finish(kind: "aborted" | "error", failure: LlmFailure): ChunkBatch {
  return {
    chunks: [{ type: "finish", reason: { kind, failure } }],
    done: true,
  };
}

/** Whether a failure may be gone the next time. */
function isPassing({ code, status }: LlmFailure): boolean {
  if (status === undefined) return POLICY.retryableCodes.includes(code);
  return status === 408 || status === 429 || (status >= 500 && status <= 599);
}
