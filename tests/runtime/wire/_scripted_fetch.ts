/**
 * A server that answers as it is told, and a network that breaks.
 *
 * @module
 */

import { assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { StreamChunk } from "../../../message.ts";
import { connect, type ConnectOptions } from "../../../runtime/wire/connect.ts";

/** Where the response of these tests is. */
export const URL_OF_ANSWER = "http://localhost/answers/1";

/** How one request goes: an answer, an error, or a function that makes one. */
export type ScriptedAnswer =
  | Response
  | Error
  | ((request: Request) => Response | Promise<Response>);

/** A `fetch`, and what was asked of it. */
export interface ScriptedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Every request, in order. */
  readonly requests: Request[];
  /** `last-event-id` of every `GET`, in order. */
  received(): (string | null)[];
}

/** Answers one request after the other, and every further one with the last. */
export function scriptedFetch(
  ...script: readonly ScriptedAnswer[]
): ScriptedFetch {
  const requests: Request[] = [];
  let gets = 0;
  return {
    requests,
    received: () =>
      requests.filter(({ method }) => method === "GET")
        .map(({ headers }) => headers.get("last-event-id")),
    async fetch(input, init) {
      const request = new Request(input, init);
      requests.push(request);
      if (request.method !== "GET") return new Response(null, { status: 204 });
      const answer = script[Math.min(gets++, script.length - 1)]!;
      if (answer instanceof Error) throw answer;
      return typeof answer === "function"
        ? await answer(request)
        : answer.clone();
    },
  };
}

/** What an answer does after its text: it ends, breaks, or says no more. */
export type BodyEnd = "close" | "reset" | "hang";

/** An answer of server-sent events. */
export function events(
  text: string,
  { end = "close" }: { end?: BodyEnd } = {},
): () => Response {
  return () => {
    let left = text;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left !== "") controller.enqueue(new TextEncoder().encode(left));
        else if (end === "close") controller.close();
        else if (end === "reset") controller.error(new TypeError("Reset"));
        else return new Promise(() => {});
        left = "";
      },
    }, { highWaterMark: 0 });
    return new Response(body, {
      headers: { "content-type": "text/event-stream" },
    });
  };
}

/** Writes events with numbers. */
export function numbered(chunks: readonly StreamChunk[], first = 1): string {
  return chunks.map((chunk, at) =>
    `id: ${first + at}\ndata: ${JSON.stringify(chunk)}\n\n`
  ).join("");
}

/** Answers with a status and no more. */
export function status(code: number, headers: HeadersInit = {}): Response {
  return new Response(null, { status: code, headers });
}

/** Reads all there is, however often it takes, in no time. */
export async function readAll(
  { fetch }: Pick<ScriptedFetch, "fetch">,
  options: ConnectOptions = {},
): Promise<StreamChunk[]> {
  using time = new FakeTime();
  const chunks = Array.fromAsync(
    connect(URL_OF_ANSWER, { fetch, random: () => 0.5, ...options }),
  );
  while (await time.nextAsync());
  const read = await chunks;
  assertFalse(time.next());
  return read;
}
