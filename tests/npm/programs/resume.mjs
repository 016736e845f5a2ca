// A response that a server keeps, for a client whose connection breaks.

// deno-lint-ignore-file no-console

import { equal } from "node:assert/strict";
import { assemble, LlmRuntime, textOf } from "@dsh/llm";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import {
  connect,
  memoryResumeStore,
  respondResumed,
  resumable,
} from "@dsh/llm/wire";
import { serve } from "./serve.mjs";

const runtime = new LlmRuntime();
const words = ["Hello", " thère", "\n☔"];
const paced = { chunks: textChunks(words), delayMs: 20 };
const endless = { chunks: textChunks("Hi"), delayMs: 60_000 };
runtime.registerAdapter(["script"], scriptedAdapter([paced, endless]));
const store = memoryResumeStore();

const server = await serve((request) => {
  const id = new URL(request.url).pathname.slice("/answers/".length);
  // Bun and Node tell nobody of an answer before it has something to send, and what
  // keeps it alive does not come as long as this runs.
  return respondResumed(request, { store, id, keepAliveMs: 2_000_000_000 });
});

async function begin(id) {
  const call = { provider: "script", model: "any", messages: [] };
  return await resumable(runtime.stream(call), { store, id });
}

// The first connection breaks after the first bytes.
await begin("1");
let connections = 0;
async function breakingFetch(url, init) {
  const response = await fetch(url, init);
  if (connections++ > 0) return response;
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new Response(value, response);
}
const chunks = connect(`${server.url}/answers/1`, { fetch: breakingFetch });
equal(textOf((await assemble(chunks)).message()), words.join(""));
equal(connections, 2);

// Whoever aborts stops the call itself.
const { done } = await begin("2");
const leaving = new AbortController();
const stopped = assemble(
  connect(`${server.url}/answers/2`, {
    signal: leaving.signal,
    onState: (state) => state === "open" && leaving.abort(),
  }),
);
equal((await stopped).finish.kind, "aborted");
await done;

server.close();
console.log("passed");
