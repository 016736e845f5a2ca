/**
 * A response whose connection may break.
 *
 * @module
 */

import type { ChunkStream } from "../../message.ts";
import { checkSignal } from "../check_signal.ts";
import { checkTimeoutMs } from "../check_timeout_ms.ts";
import { toChunkStream } from "../chunk_source.ts";
import { reconnectingSource } from "./_reconnecting_source.ts";
import { resolveWireLimits, type WireLimits } from "./wire_limits.ts";

/**
 * What a {@linkcode connect}ed client does: it asks the server, reads, waits
 * before it asks again, or is done.
 */
export type ConnectState = "connecting" | "open" | "waiting" | "closed";

/** Options for {@linkcode connect}. */
export interface ConnectOptions extends WireLimits {
  /**
   * Stops the response itself: the server is sent `DELETE`, the stream ends with
   * a `finish` of kind `aborted`.
   */
  signal?: AbortSignal | undefined;
  /**
   * Told of every change. What it throws changes nothing.
   *
   * @param state What the client does from now on.
   */
  onState?: ((state: ConnectState) => void) | undefined;
  /**
   * Headers to send with every request. `accept` and `last-event-id` are replaced.
   *
   * @default {no others}
   */
  headers?: RequestInit["headers"] | undefined;
  /**
   * What to make requests with.
   *
   * @default {the global `fetch`, looked up at each request}
   */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Most attempts in a row that bring no chunk.
   *
   * @default {10}
   */
  maxAttempts?: number | undefined;
  /**
   * Milliseconds without a byte, keep-alives included, after which a connection
   * is taken for lost. Silence counts only while the stream is read.
   *
   * @default {60_000}
   */
  idleTimeoutMs?: number | undefined;
  /**
   * Makes numbers from 0 up to but excluding 1, so that not all clients of a
   * server come back at once.
   *
   * @default {Math.random}
   */
  random?: (() => number) | undefined;
}

/**
 * Reads a response that {@linkcode respondResumed} serves, over as many
 * connections as it takes: one stream, without a gap or a repeat.
 *
 * A connection that is lost or falls silent, a server that cannot be reached, and
 * the statuses 408, 429 and 5xx are waited out: half a second, then twice as long
 * each time up to a minute, give or take half, or as long as the server asks. Then
 * the server is asked for what comes after the last whole event. Once too many
 * attempts in a row have brought nothing, or the server asks for more than a
 * minute, the stream ends with the failure of the last one.
 *
 * Never fails but in-band: a refusal ends the stream with a `finish` of kind
 * `error` and the code of its status, an answer that makes no sense with code
 * `MALFORMED_RESPONSE`, and a response that the server no longer has with
 * `STREAM_CLOSED`.
 *
 * Nothing is requested before the first read. Cancelling the stream disconnects,
 * no more: the response goes on for other readers, or until the server has waited
 * long enough for one. Aborting the signal stops it for everyone.
 *
 * @example Read on through a lost connection
 * ```ts
 * import { assemble, LlmRuntime, textOf } from "@dsh/llm";
 * import { connect, memoryResumeStore, resumable } from "@dsh/llm/wire";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks("Hello")]));
 * const request = { provider: "local", model: "any", messages: [] };
 * const store = memoryResumeStore();
 * const call = await resumable(runtime.stream(request), { store, id: "1" });
 *
 * // A network that loses the first answer after two hundred bytes.
 * let requests = 0;
 * async function fetch(input: RequestInfo | URL, init?: RequestInit) {
 *   const response = await call.respond(new Request(input, init));
 *   if (requests++ > 0) return response;
 *   const bytes = await response.bytes();
 *   return new Response(bytes.slice(0, 200), response);
 * }
 *
 * const url = "http://localhost/answers/1";
 * const answer = await assemble(connect(url, { fetch, random: () => 0 }));
 *
 * equal(textOf(answer.message()), "Hello");
 * equal(requests, 2);
 * ```
 *
 * @param url Where the response is.
 * @param options How to ask, and how long to go on.
 * @returns The chunks, the last of them a `finish`.
 * @throws {TypeError} If the URL or an option is not what it must be.
 * @throws {RangeError} If a number is out of its range.
 */
export function connect(
  url: string | URL,
  options: ConnectOptions = {},
): ChunkStream {
  const {
    signal,
    onState,
    headers,
    fetch,
    maxAttempts = 10,
    idleTimeoutMs = 60_000,
    random = Math.random,
  } = options;
  if (typeof url !== "string" && !(url instanceof URL)) {
    throw refused("url", "a string or a URL");
  }
  checkSignal(signal, "options.signal");
  checkFunction(onState, "onState");
  checkFunction(fetch, "fetch");
  checkFunction(random, "random");
  checkTimeoutMs(idleTimeoutMs, "options.idleTimeoutMs");
  if (typeof maxAttempts !== "number") {
    throw refused("options.maxAttempts", "a number");
  }
  if (!Number.isSafeInteger(maxAttempts) || maxAttempts < 1) {
    throw new RangeError(
      'Cannot connect: "options.maxAttempts" must be a positive integer',
    );
  }
  return toChunkStream(reconnectingSource(String(url), {
    signal,
    onState,
    headers: copyHeaders(headers),
    fetch,
    maxAttempts,
    idleTimeoutMs,
    random,
    limits: resolveWireLimits(options),
  }));
}

function copyHeaders(headers: HeadersInit | undefined): Headers {
  try {
    return new Headers(headers);
  } catch {
    // The error of the platform may quote a value, and values may be secret.
    throw refused("options.headers", "valid headers");
  }
}

function checkFunction(value: unknown, option: keyof ConnectOptions): void {
  if (value === undefined || typeof value === "function") return;
  throw refused(`options.${option}`, "a function");
}

function refused(path: string, rule: string): TypeError {
  return new TypeError(`Cannot connect: "${path}" must be ${rule}`);
}
