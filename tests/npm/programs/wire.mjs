// Chunks on their way through a server to whoever reads its responses.

// deno-lint-ignore-file no-console

import { deepEqual, equal } from "node:assert/strict";
import { assemble, LlmRuntime, textOf } from "@dsh/llm";
import { createUserMessage } from "@dsh/llm/message";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import {
  decodeNdjson,
  decodeSse,
  encodeNdjson,
  encodeSse,
  fromResponse,
  toResponse,
} from "@dsh/llm/wire";
import { serve } from "./serve.mjs";

const script = textChunks(["Hello", " thère", "\n☔"]);
const runtime = new LlmRuntime();
runtime.registerAdapter(["script"], scriptedAdapter(Array(4).fill(script)));

function call() {
  const messages = [createUserMessage({ content: "Hi" })];
  return runtime.stream({ provider: "script", model: "any", messages });
}

async function read(stream) {
  const chunks = [];
  const reader = stream.getReader();
  while (true) {
    const { value, done } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
  }
}

const chunks = await read(call());
equal(chunks.at(-1).type, "finish");
deepEqual(await read(decodeSse(call().pipeThrough(encodeSse()))), chunks);
deepEqual(
  await read(decodeNdjson(call().pipeThrough(encodeNdjson()))),
  chunks,
);

const server = await serve(({ signal }) => toResponse(call(), { signal }));
const response = await fetch(server.url);
const answer = await assemble(fromResponse(response));
equal(textOf(answer.message()), "Hello thère\n☔");
server.close();
console.log("passed");
