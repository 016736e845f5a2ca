/**
 * Answers whoever comes for a kept response.
 *
 * @module
 */

import { checkStore, isName } from "./_check_store.ts";
import { resumedSource } from "./_resumed_source.ts";
import { keepAliveBody } from "./keep_alive_body.ts";
import {
  resolveResponseOptions,
  type ToResponseOptions,
} from "./response_options.ts";
import {
  controlLog,
  END_ENTRY,
  LEASE_MS,
  readHead,
  responseLog,
  STOP_ENTRY,
} from "./resume_log.ts";
import type { ResumeStore } from "./resume_store.ts";

/** Options for {@linkcode respondResumed}. */
export interface RespondResumedOptions
  extends Pick<ToResponseOptions, "headers" | "keepAliveMs"> {
  /** Where the response is kept. */
  store: ResumeStore;
  /** Name of the response. Whether the client may know it is for you to check. */
  id: string;
  /**
   * Tells that the client has gone. Pass `request.signal` where a client that goes
   * away aborts that and does not cancel the body.
   */
  signal?: AbortSignal | undefined;
}

/**
 * Answers a request for a response that {@linkcode resumable} keeps, on this
 * server or on another with the same store.
 *
 * - `GET` is answered with server-sent events, each chunk with its number for id.
 *   They begin after the one that the header `last-event-id` names, or else
 *   `lastEventId` in the query; where that was the last, the status is 204. Any
 *   number of clients may read at once, each at its own pace.
 * - `DELETE` stops the call, with status 204.
 * - An unknown or expired name is answered with 404, an id that the response does
 *   not have with 400, any other method with 405: with a JSON problem, whose
 *   `title` says what is wrong.
 *
 * @example Serve responses from wherever they are kept
 * ```ts
 * import { memoryResumeStore, respondResumed } from "@dsh/llm/wire";
 * import { equal } from "node:assert/strict";
 *
 * const store = memoryResumeStore();
 *
 * // What `Deno.serve()` takes, among others.
 * function handler(request: Request): Promise<Response> {
 *   const id = new URL(request.url).pathname.slice("/answers/".length);
 *   return respondResumed(request, { store, id });
 * }
 *
 * const response = await handler(new Request("http://localhost/answers/1"));
 * const { title } = await response.json();
 *
 * equal(response.status, 404);
 * equal(title, "Cannot resume response: there is none of that name");
 * ```
 *
 * @param request The request. Its body is not read.
 * @param options Where the response is kept, and what to send beside it.
 * @returns The answer. Its body must be read or cancelled. Rejects with what the
 * store rejects with.
 * @throws {TypeError} If an option is not what it must be.
 * @throws {RangeError} If the time of silence is out of its range.
 */
export async function respondResumed(
  request: Request,
  options: RespondResumedOptions,
): Promise<Response> {
  checkStore(options);
  const { store, id, signal } = options;
  // Refuses the headers of refusals too.
  const { headers, keepAlive, keepAliveMs } = resolveResponseOptions({
    headers: options.headers,
    keepAliveMs: options.keepAliveMs,
    signal,
  });
  if (request.method !== "GET" && request.method !== "DELETE") {
    return refuse(405, "the method must be GET or DELETE", {
      ...options,
      allow: "GET, DELETE",
    });
  }

  const [begin, first] = isName(id) ? await readNow(options, 0) ?? [] : [];
  if (begin === undefined) {
    return refuse(404, "there is none of that name", options);
  }
  const head = readHead(begin);
  if (request.method === "DELETE") {
    // Where there is no chunk, the other log may be about to begin. Later that has
    // one entry: two are a stop, and where there is none the response has ended.
    const control = controlLog(id, head);
    if (first !== undefined || !await stop(store, control, 0)) {
      await stop(store, control, 1);
    }
    return nothing(options);
  }

  const received = receivedBy(request);
  if (received !== 0) {
    const [last = END_ENTRY, next] = await readNow(options, received) ?? [];
    if (last === END_ENTRY) {
      return refuse(400, "it has no event of that id", options);
    }
    if (next === END_ENTRY) {
      return nothing(options);
    }
  }
  const source = resumedSource({
    store,
    id,
    received,
    head,
    signal,
  });
  const body = keepAliveBody(source, {
    keepAlive,
    keepAliveMs,
    greets: true,
    signal: undefined,
  });
  return new Response(body, { headers });
}

/** Reads the two entries after so many others, as far as they are there. */
function readNow(
  { store, id }: RespondResumedOptions,
  after: number,
): Promise<readonly string[] | undefined> {
  return store.read(responseLog(id), after, {
    limit: 2,
    waitMs: 0,
    signal: new AbortController().signal,
  });
}

/** Tells to stop the call, where the log that tells it is as long as that. */
function stop(
  store: ResumeStore,
  control: string,
  after: number,
): Promise<boolean> {
  return store.append(control, [STOP_ENTRY], { ttlMs: LEASE_MS, after });
}

/** How many chunks a client has. A number of no event where it talks nonsense. */
function receivedBy({ headers, url }: Request): number {
  const id = headers.get("last-event-id") ??
    new URL(url).searchParams.get("lastEventId") ?? "";
  if (id === "") return 0;
  return /^\d{1,15}$/.test(id) ? Number(id) : Number.MAX_SAFE_INTEGER;
}

function nothing({ headers }: RespondResumedOptions): Response {
  return new Response(null, { status: 204, headers: uncached(headers) });
}

function refuse(
  status: number,
  state: string,
  { headers: init, allow }: RespondResumedOptions & { allow?: string },
): Response {
  const title = `Cannot resume response: ${state}`;
  const headers = uncached(init);
  headers.set("content-type", "application/problem+json");
  if (allow !== undefined) headers.set("allow", allow);
  return new Response(JSON.stringify({ title, status }), { status, headers });
}

/** A cache may keep some refusals otherwise, and send them to others. */
function uncached(init: RespondResumedOptions["headers"]): Headers {
  const headers = new Headers(init);
  headers.set("cache-control", "no-store");
  return headers;
}
