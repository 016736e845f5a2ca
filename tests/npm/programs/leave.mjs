// A client that goes away in the middle of an answer.

// deno-lint-ignore-file no-console

import { equal } from "node:assert/strict";
import { LlmRuntime } from "@dsh/llm";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import { fromResponse, toResponse } from "@dsh/llm/wire";
import { serve } from "./serve.mjs";

let stop;
const stopped = new Promise((resolve) => stop = resolve);
const endless = new ReadableStream({
  start(controller) {
    for (const chunk of textChunks("Hello").slice(0, -1)) {
      controller.enqueue(chunk);
    }
  },
  cancel: stop,
});
const runtime = new LlmRuntime();
runtime.registerAdapter(["script"], scriptedAdapter([endless]));
const server = await serve(() =>
  toResponse(
    runtime.stream({ provider: "script", model: "any", messages: [] }),
  )
);

const reader = fromResponse(await fetch(server.url)).getReader();
const { value } = await reader.read();
equal(value.type, "block-start");
await reader.cancel();

// The call stops, or this waits for good.
await stopped;
server.close();
console.log("passed");
