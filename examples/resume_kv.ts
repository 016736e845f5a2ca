/**
 * Responses in Deno KV: a client loses its connection, and reads on at another
 * server.
 *
 * Run with `deno run examples/resume_kv.ts`. A server of your own passes a path or
 * a URL to `Deno.openKv()`, or nothing on Deno Deploy.
 *
 * @module
 */

import { equal } from "node:assert/strict";
import { assemble, LlmRuntime, textOf } from "../mod.ts";
import { connect, respondResumed, resumable } from "../runtime/wire/mod.ts";
import { scriptedAdapter, textChunks } from "../testing/mod.ts";
import { kvResumeStore } from "./resume/kv_resume_store.ts";

const kv = await Deno.openKv(":memory:");
const store = kvResumeStore(kv);

const runtime = new LlmRuntime();
runtime.registerAdapter(
  ["local"],
  scriptedAdapter([textChunks("Hello there")]),
);

// One server begins the response: what it answers with is the id alone.
async function begin(): Promise<string> {
  const id = crypto.randomUUID();
  const request = { provider: "local", model: "any", messages: [] };
  await resumable(runtime.stream(request), { store, id });
  return id;
}

// Any server hands it out. Here is the place to check who asks.
function serve(request: Request): Promise<Response> {
  const id = new URL(request.url).pathname.slice("/answers/".length);
  return respondResumed(request, { store, id });
}

// The client is in the same program here, so what it calls is no network but the
// server itself. The first connection breaks in the middle of an event.
let connections = 0;
async function breakingFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await serve(new Request(input, init));
  if (connections++ > 0) return response;
  return new Response((await response.bytes()).slice(0, 100), response);
}

const url = `http://localhost/answers/${await begin()}`;
const answer = await assemble(connect(url, { fetch: breakingFetch }));

equal(textOf(answer.message()), "Hello there");
equal(connections, 2);
kv.close();
