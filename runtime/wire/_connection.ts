/**
 * One connection of a client that may need several for a response.
 *
 * @module
 */

import type {
  FinishChunk,
  FinishReasonMap,
  LlmFailure,
  StreamChunk,
} from "../../message.ts";
import { takeChunkSource } from "../chunk_source.ts";
import {
  INVALID_REQUEST_CODE,
  MALFORMED_RESPONSE_CODE,
  STREAM_CLOSED_CODE,
  TIMEOUT_CODE,
  TRANSPORT_CODE,
} from "../codes.ts";
import { isHarnessError, LlmError } from "../error.ts";
import { failureOf } from "../failure_of.ts";
import { raceAbort } from "../race_abort.ts";
import { createWatchdog } from "../watchdog.ts";
import { decodeBody } from "./decode_body.ts";
import type { EventReader, EventReaderOptions } from "./event_reader.ts";
import { contentTypeOf, refusalOf, wrongContent } from "./refusal_of.ts";
import { createSseReader } from "./sse_reader.ts";
import type { ResolvedWireLimits } from "./wire_limits.ts";

/** How far a client is, from one connection to the next. */
export interface Progress {
  /** Number of the last chunk it has. */
  received: number;
  /** Whether every chunk had a number so far. */
  numbered: boolean;
  /** Milliseconds the server wants clients to wait before they come back. */
  retryMs: number | undefined;
}

/** Options for {@linkcode openConnection}. */
export interface ConnectionOptions {
  /** What to make the request with. */
  readonly fetch: typeof globalThis.fetch;
  /** What to send beside its own headers. */
  readonly headers: Headers;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** How far the client is. Kept up to date. */
  readonly progress: Progress;
  /** What is put up with. */
  readonly limits: ResolvedWireLimits;
  /** Most milliseconds without a byte. */
  readonly idleTimeoutMs: number;
}

/** What one read of a {@linkcode Connection} brought. */
export interface ConnectionBatch {
  /** Chunks the client does not have yet, in order. */
  readonly chunks: readonly StreamChunk[];
  /** Whether the last of them is the server's finish. */
  readonly done: boolean;
  /** Why there is no more from this connection, where that is no finish. */
  readonly lost?: LlmFailure | undefined;
}

/** An answer that is being read. */
export interface Connection {
  /** Reads until there are chunks, a finish, or a loss. */
  read(): Promise<ConnectionBatch>;
  /** Lets go of everything. */
  close(reason: unknown): void;
}

/**
 * Asks for what comes after the last chunk the client has.
 *
 * @param url Where.
 * @param options How.
 * @returns The connection, once the server has agreed.
 * @throws {LlmError} If it has not, or cannot be reached.
 */
export async function openConnection(
  url: string,
  { fetch, headers, signal, progress, limits, idleTimeoutMs }:
    ConnectionOptions,
): Promise<Connection> {
  const own = new AbortController();
  const watchdog = createWatchdog({
    idleMs: idleTimeoutMs,
    progressMs: idleTimeoutMs,
    onExpire: () => own.abort(silence(idleTimeoutMs)),
  });

  function abort(): void {
    own.abort(signal.reason);
  }

  function alive(): void {
    watchdog.received();
    watchdog.progressed();
  }

  function close(reason: unknown): void {
    watchdog.stop();
    signal.removeEventListener("abort", abort);
    own.abort(reason);
  }

  async function ask(signal: AbortSignal): Promise<Response> {
    const all = new Headers(headers);
    all.set("accept", "text/event-stream");
    if (progress.received > 0) all.set("last-event-id", `${progress.received}`);
    const response = await fetch(url, { headers: all, signal });
    // Nobody waits for it any more.
    if (signal.aborted) response.body?.cancel().catch(() => {});
    return response;
  }

  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  watchdog.waiting();
  let body: ReadableStream<Uint8Array>;
  try {
    body = bodyOf(await raceAbort(ask, [own.signal]), progress);
  } catch (error) {
    const failure = isHarnessError(error) ? error : unreachable(url, error);
    close(failure);
    throw failure;
  }
  alive();

  let passed = 0;

  /** Reads events, and passes on those the client does not have. */
  function createReader({ limits, event }: EventReaderOptions): EventReader {
    const reader = createSseReader({
      limits,
      retry: (ms) => progress.retryMs = ms,
      event(data, id) {
        const number = id === undefined ? undefined : numberOf(id, progress);
        if (number !== undefined && number <= progress.received) return;
        event(data);
        passed++;
        if (number === undefined) progress.numbered = false;
        else progress.received = number;
      },
    });
    return {
      feed(text) {
        alive();
        reader.feed(text);
        watchdog.waiting();
      },
      // What the end has cut comes again, whole.
      end() {},
    };
  }

  const source = takeChunkSource(
    decodeBody(body, { ...limits, signal: own.signal }, createReader),
  );
  let delivered = 0;
  return {
    async read() {
      watchdog.waiting();
      const { chunks, done } = await source.read();
      alive();
      delivered += chunks.length;
      if (delivered <= passed) return { chunks, done };
      // One more than the server sent: the finish of a body that has none.
      const { reason } = chunks.at(-1) as FinishChunk;
      const lost = own.signal.aborted
        ? failureOf(own.signal.reason)
        : (reason as FinishReasonMap["error"]).failure;
      return { chunks: chunks.slice(0, -1), done: false, lost };
    },
    close,
  };
}

/** Takes the body of an answer, or lets it go where the answer is none. */
function bodyOf(
  response: Response,
  { received }: Progress,
): ReadableStream<Uint8Array> {
  const { body, status, ok } = response;
  if (ok && status !== 204 && body !== null) {
    if (contentTypeOf(response) === "text/event-stream") return body;
  }
  body?.cancel().catch(() => {});
  const gone = status === 404 || status === 410;
  if (status === 204 || (gone && received > 0)) {
    throw new LlmError(
      "Cannot resume response: the server has nothing more of it",
      STREAM_CLOSED_CODE,
      { status },
    );
  }
  if (!ok) throw refusalOf(response);
  if (body !== null) throw wrongContent(response);
  throw new LlmError(
    "Cannot read response: it has no body",
    STREAM_CLOSED_CODE,
    { status },
  );
}

function numberOf(id: string, { received }: Progress): number {
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : NaN;
  if (number <= received + 1) return number;
  throw new LlmError(
    `Cannot read response: an event has another id than ${received + 1}`,
    MALFORMED_RESPONSE_CODE,
  );
}

function silence(ms: number): LlmError {
  return new LlmError(
    `Cannot read response: nothing came for ${ms} ms`,
    TIMEOUT_CODE,
  );
}

function unreachable(url: string, cause: unknown): LlmError {
  try {
    new Request(url);
  } catch {
    return new LlmError(
      "Cannot read response: its URL must be absolute outside of a page",
      INVALID_REQUEST_CODE,
      { cause },
    );
  }
  return new LlmError(
    "Cannot read response: the server cannot be reached",
    TRANSPORT_CODE,
    { cause },
  );
}
