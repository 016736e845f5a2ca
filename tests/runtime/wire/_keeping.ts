/**
 * Responses that are kept, and readers of them.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../../../message.ts";
import { decodeSse } from "../../../runtime/wire/decode_sse.ts";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import { respondResumed } from "../../../runtime/wire/respond_resumed.ts";
import {
  type Resumable,
  resumable,
  type ResumableOptions,
} from "../../../runtime/wire/resumable.ts";
import type { ResumeStore } from "../../../runtime/wire/resume_store.ts";
import { pulled, STOP, streamOf, text } from "../_stub_adapter.ts";

/** Where the responses of these tests are. */
const URL_OF_ANSWER = "http://localhost/answers/answer";

/** The name of every response here. */
export const ID = "answer";

/** The events of {@linkcode storeOfThree}. */
export const EVENTS: readonly string[] = [
  'id: 1\ndata: {"type":"text-delta","index":0,"text":"a"}\n\n',
  'id: 2\ndata: {"type":"text-delta","index":0,"text":"b"}\n\n',
  'id: 3\ndata: {"type":"finish","reason":{"kind":"stop"}}\n\n',
];

/** A store with a response of three chunks. */
export async function storeOfThree(): Promise<ResumeStore> {
  const { store, done } = await keep(streamOf([text("a"), text("b"), STOP]));
  await done;
  return store;
}

/** A request for the response. */
export function request(init: RequestInit = {}, query: string = ""): Request {
  return new Request(URL_OF_ANSWER + query, init);
}

/** Keeps a response in a store of its own, under the name {@linkcode ID}. */
export async function keep(
  stream: ChunkStream,
  options: Partial<ResumableOptions> = {},
): Promise<Resumable & { store: ResumeStore }> {
  const store = options.store ?? memoryResumeStore();
  const call = await resumable(stream, { ...options, store, id: ID });
  return { ...call, store };
}

/** Asks for the response, as a client that has so many chunks. */
export function ask(
  store: ResumeStore,
  { received = 0, method = "GET" }: { received?: number; method?: string } = {},
): Promise<Response> {
  const headers = received === 0 ? {} : { "last-event-id": `${received}` };
  return respondResumed(request({ method, headers }), {
    store,
    id: ID,
    keepAliveMs: false,
  });
}

/** Begins to read the response. */
export async function readerOf(
  store: ResumeStore,
  received: number = 0,
): Promise<ReadableStreamDefaultReader<StreamChunk>> {
  const { body } = await ask(store, { received });
  return decodeSse(body!).getReader();
}

/** Reads the response to its end. */
export async function readAll(
  store: ResumeStore,
  received: number = 0,
): Promise<StreamChunk[]> {
  const { body } = await ask(store, { received });
  return await Array.fromAsync(decodeSse(body!));
}

/** The log of the response, as it is kept. */
export async function entriesOf(store: ResumeStore): Promise<string[]> {
  const entries = await store.read(`response/${ID}`, 0, {
    limit: 1_000,
    waitMs: 0,
    signal: new AbortController().signal,
  });
  return [...entries ?? []];
}

/** Whether an append tells that there is a reader. */
export function isSign(log: string, entries: readonly string[]): boolean {
  return log.startsWith("control/") && entries.length === 0;
}

/** A store in memory some methods of which are replaced. */
export function storeWith(
  replace: (store: ResumeStore) => Partial<ResumeStore>,
): ResumeStore {
  const store = memoryResumeStore();
  return { ...store, ...replace(store) };
}

/** A server's way to a store, which dies with the server. */
export function mortal(store: ResumeStore): ResumeStore & { die(): void } {
  let dead = false;
  return {
    die: () => dead = true,
    append: (...args) => dead ? new Promise(() => {}) : store.append(...args),
    read: (...args) => dead ? new Promise(() => {}) : store.read(...args),
  };
}

/** A stream that brings nothing, and the reason it is cancelled with. */
export function hanging(): { stream: ChunkStream; stopped: Promise<unknown> } {
  const { promise: stopped, resolve } = Promise.withResolvers<unknown>();
  return { stream: pulled({ cancel: resolve }), stopped };
}
