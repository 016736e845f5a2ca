// A worker that asks a model and passes the answer on.

import { createUserMessage, LlmRuntime } from "@dsh/llm";
import { DeepSeekAdapter } from "@dsh/llm/deepseek";
import { mockDeepSeek, scriptedAdapter, textChunks } from "@dsh/llm/testing";
import { toResponse } from "@dsh/llm/wire";

let stopped = false;

export default {
  fetch({ url }) {
    const { pathname } = new URL(url);
    if (pathname === "/stopped") return new Response(`${stopped}`);
    const { fetch } = mockDeepSeek([{ text: ["Hello", " there"] }]);
    const runtime = new LlmRuntime();
    const adapter = new DeepSeekAdapter({ apiKey: "sk-1", fetch });
    runtime.registerAdapter(["deepseek"], adapter);
    runtime.registerAdapter(["endless"], scriptedAdapter([endless()]));
    const chunks = runtime.stream({
      provider: pathname === "/endless" ? "endless" : "deepseek",
      model: "deepseek-v4-flash",
      messages: [createUserMessage({ content: "Hi" })],
    });
    // A worker notices that a client has left when it sends something.
    return toResponse(chunks, { keepAliveMs: 50 });
  },
};

function endless() {
  return new ReadableStream({
    start(controller) {
      for (const chunk of textChunks("Hello").slice(0, -1)) {
        controller.enqueue(chunk);
      }
    },
    cancel() {
      stopped = true;
    },
  });
}
