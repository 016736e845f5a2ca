/**
 * HTTP answers, most of them of some use.
 *
 * @module
 */

import type { Corpus } from "./corpus.ts";
import { type BodyEnd, type CountedBody, countedBody } from "./counted_body.ts";
import { hostileValue } from "./hostile_value.ts";
import { makeBody } from "./make_body.ts";
import { makePieces } from "./make_pieces.ts";
import type { Random } from "./random.ts";

/** An answer before it is one. */
export interface AnswerPlan {
  /** HTTP status. */
  readonly status: number;
  /** Headers. */
  readonly headers: [string, string][];
  /** The whole body. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What comes after it. */
  readonly end: BodyEnd;
  /** Makes the body, in pieces cut elsewhere each time. */
  readonly body: (onRead: (count: number) => void) => CountedBody;
  /** Whether its body may throw when it is cancelled. */
  readonly cancelThrows: boolean;
}

const STATUSES: readonly number[] = [
  201,
  204,
  206,
  301,
  304,
  307,
  400,
  401,
  402,
  403,
  404,
  409,
  413,
  418,
  422,
  429,
  451,
  500,
  502,
  503,
  504,
  520,
  529,
  599,
];

const REFUSALS: readonly string[] = [
  '{"error":{"message":"Busy","type":"server_error","code":"busy"}}',
  '{"error":"no"}',
  '{"detail":[{"loc":["body",0],"msg":"required"}]}',
  '{"message":"maximum context length is 10 tokens"}',
  "<html><title>502 Bad Gateway</title></html>",
  "Insufficient Balance",
  "[[[]]]",
  '{"error":{"message":{"toString":1},"code":{}}}',
  "Please try again in 1e400s",
  "retry after 0.5 seconds",
];

const HEADERS: readonly [name: string, values: readonly string[]][] = [
  ["content-type", ["text/event-stream", "text/html", "application/json", ","]],
  ["retry-after", [
    "3",
    "0.5",
    "-1",
    "1e400",
    "soon",
    "0",
    " ",
    "9".repeat(99),
  ]],
  ["retry-after", [
    "Wed, 01 Jan 2025 00:00:30 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
  ]],
  ["retry-after-ms", ["250", "302539000", "NaN", "-5", "0x10", "Infinity"]],
  ["x-request-id", ["r-1", "\u00e9\u00ff", " ", "x".repeat(5_000)]],
  ["x-ds-trace-id", ["t-1", ""]],
  ["location", ["https://example.org/a?b", "::", "/x", "javascript:1"]],
  ["content-encoding", ["identity", "gzip"]],
];

/**
 * Makes an answer.
 *
 * @param random Decides.
 * @param corpus Recorded responses.
 * @param secret A text that must not come back; the answer may hold it.
 * @returns The answer.
 */
export function makeAnswer(
  random: Random,
  corpus: Corpus,
  secret: string,
): AnswerPlan {
  const status = random.chance(0.8) ? 200 : random.pick(STATUSES);
  const headers = random.list(3, (): [string, string] => {
    const [name, values] = random.pick(HEADERS);
    return [name, random.chance(0.1) ? secret : random.pick(values)];
  });
  const bytes = status === 200 || random.chance(0.3)
    ? makeBody(random, corpus, secret)
    : makeRefusal(random, secret);
  const end: BodyEnd = random.chance(0.7)
    ? "close"
    : random.pick(["error", "stall", "keep-alive"]);
  const error = random.chance(0.3)
    ? new TypeError(`terminated ${secret}`)
    : hostileValue(random);
  const cancelThrows = random.chance(0.05);
  const cancelError = cancelThrows
    ? { value: hostileValue(random) }
    : undefined;
  const keepAliveMs = random.pick([1_000, 30_000]);
  const byob = random.chance(0.2);
  return {
    status,
    headers,
    bytes,
    end,
    cancelThrows,
    body: (onRead) =>
      countedBody(makePieces(random, bytes), {
        end,
        error,
        cancelError,
        keepAliveMs,
        byob,
        onRead,
      }),
  };
}

function makeRefusal(random: Random, secret: string): Uint8Array<ArrayBuffer> {
  let text = random.pick(REFUSALS);
  if (random.chance(0.3)) {
    const at = random.below(text.length + 1);
    text = text.slice(0, at) + secret + text.slice(at);
  }
  if (random.chance(0.1)) text = text.padEnd(200_000, " x");
  return new TextEncoder().encode(text);
}

/**
 * Makes the response of an answer.
 *
 * @param plan The answer.
 * @param body Its body.
 * @returns The response, with the body in it if its status allows one.
 */
export function responseOf(
  { status, headers }: AnswerPlan,
  body: CountedBody,
): Response {
  const bodiless = [204, 205, 304].includes(status);
  return new Response(bodiless ? null : body.stream, { status, headers });
}
