/**
 * How chunks are answered with.
 *
 * @module
 */

import { checkSignal } from "../check_signal.ts";
import { checkTimeoutMs } from "../check_timeout_ms.ts";
import {
  anything,
  type Fields,
  flag,
  readShape,
  refusal,
} from "../read_shape.ts";
import type { WireFormat } from "./encode_batch.ts";

/** Options for {@linkcode toResponse}. */
export interface ToResponseOptions {
  /**
   * How chunks are written.
   *
   * @default {"sse"}
   */
  format?: WireFormat | undefined;
  /**
   * Headers to send beside those that make and keep the answer a stream, which
   * cannot be replaced.
   *
   * @default {no others}
   */
  headers?: RequestInit["headers"] | undefined;
  /**
   * HTTP status: from 200 to 299, but neither 204 nor 205, which have no body.
   *
   * @default {200}
   */
  status?: number | undefined;
  /**
   * Milliseconds of silence before a comment (an empty line in NDJSON) is sent,
   * so that neither server nor proxy gives up (Bun does after 10 s, unless told
   * otherwise), or `false` for never. Silence counts only while the client reads.
   * A server-sent stream that has nothing to begin with sends one at once.
   *
   * @default {5_000}
   */
  keepAliveMs?: number | false | undefined;
  /**
   * Whether the finish is sent with its replay state. A browser has no use for
   * it, and it may hold what only the provider should see.
   *
   * @default {false}
   */
  replayState?: boolean | undefined;
  /**
   * Cancels the stream and closes the body, without a finish. Pass
   * `request.signal` where a client that goes away aborts that and does not cancel
   * the body: Deno, Bun and workerd cancel it.
   */
  signal?: AbortSignal | undefined;
}

/** {@linkcode ToResponseOptions}, checked and filled in. */
export interface ResolvedResponseOptions {
  /** How chunks are written. */
  readonly format: WireFormat;
  /** What is sent when there is nothing to send. */
  readonly keepAlive: string;
  /** All headers to send. */
  readonly headers: Headers;
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds of silence before something is sent, or `false` for never. */
  readonly keepAliveMs: number | false;
  /** Whether the finish is sent with its replay state. */
  readonly replayState: boolean;
  /** Cancels the stream and closes the body. */
  readonly signal: AbortSignal | undefined;
}

const FORMATS: Readonly<
  Record<
    WireFormat,
    { readonly contentType: string; readonly keepAlive: string }
  >
> = {
  sse: {
    contentType: "text/event-stream; charset=utf-8",
    keepAlive: ": keep-alive\n\n",
  },
  ndjson: {
    contentType: "application/x-ndjson; charset=utf-8",
    keepAlive: "\n",
  },
};

// A layer that compresses collects before it sends, and so does nginx by default.
const OWN_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["cache-control", "no-cache, no-transform"],
  ["x-accel-buffering", "no"],
  ["x-content-type-options", "nosniff"],
];

const WHAT = "make response";

const OPTIONS: Fields = {
  "format?": ["sse", "ndjson"],
  "headers?": anything,
  "status?": [
    (n: number) => /^2\d\d$/.test(`${n}`) && n !== 204 && n !== 205,
    "an integer from 200 to 299, but not 204 or 205",
  ],
  // Looked at below.
  "keepAliveMs?": anything,
  "replayState?": flag,
  "signal?": anything,
};

// What a body that grows does not have.
const FOREIGN_HEADERS = [
  "content-encoding",
  "content-length",
  "content-type",
  "transfer-encoding",
];

/**
 * Checks options and fills them in.
 *
 * @param options The options.
 * @returns All of them.
 * @throws {TypeError} If one is not what it must be.
 * @throws {RangeError} If the status or the time of silence is out of its range.
 */
export function resolveResponseOptions(
  options: ToResponseOptions,
): ResolvedResponseOptions {
  const {
    format = "sse",
    headers = {},
    status = 200,
    keepAliveMs = 5_000,
    replayState = false,
    signal,
  } = readShape<ToResponseOptions>(options, OPTIONS, {
    path: "options",
    error: refusal(WHAT),
  });
  if (keepAliveMs !== false) checkTimeoutMs(keepAliveMs, "options.keepAliveMs");
  checkSignal(signal, "options.signal");
  return {
    format,
    keepAlive: FORMATS[format].keepAlive,
    headers: allHeaders(format, headers),
    status,
    keepAliveMs,
    replayState,
    signal,
  };
}

function allHeaders(format: WireFormat, init: HeadersInit): Headers {
  let headers: Headers;
  try {
    headers = new Headers(init);
  } catch {
    // The error of the platform may quote a value, and values may be secret.
    throw refusal(WHAT)('"options.headers" must be valid headers');
  }
  for (
    const name of [...OWN_HEADERS.map(([name]) => name), ...FOREIGN_HEADERS]
  ) {
    if (headers.has(name)) {
      throw refusal(WHAT)(`"options.headers" must be without "${name}"`);
    }
  }
  for (const [name, value] of OWN_HEADERS) headers.set(name, value);
  headers.set("content-type", FORMATS[format].contentType);
  return headers;
}
