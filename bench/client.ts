/**
 * A whole client over bytes in memory.
 *
 * @module
 */

import { type GenerateOptions, LlmRuntime, type StreamChunk } from "../mod.ts";
import { DeepSeekAdapter } from "../adapters/deepseek/mod.ts";

/** A request that says nothing in particular. */
export const REQUEST: GenerateOptions = {
  provider: "deepseek-official",
  model: "deepseek-v4-flash",
  messages: [],
};

/** A listener that passes every chunk on. */
export function identity(): Transformer<StreamChunk, StreamChunk> {
  return { transform: (chunk, controller) => controller.enqueue(chunk) };
}

/** A runtime whose provider answers with a body, behind fused listeners. */
export function client(
  respond: () => ReadableStream<Uint8Array<ArrayBuffer>>,
  listeners: number,
): LlmRuntime {
  const runtime = new LlmRuntime();
  const headers = { "content-type": "text/event-stream" };
  runtime.registerAdapter(
    [REQUEST.provider],
    new DeepSeekAdapter({
      apiKey: "sk-bench",
      fetch: () => Promise.resolve(new Response(respond(), { headers })),
    }),
  );
  for (let k = 0; k < listeners; k++) {
    runtime.on("llm/stream", { transformer: identity });
  }
  return runtime;
}
