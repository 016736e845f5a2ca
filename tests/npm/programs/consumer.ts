// Uses every entry as a program does.

import {
  assemble,
  AUTH_CODE,
  type BlockAssembler,
  type ChunkTransformer,
  type GenerateOptions,
  isHarnessError,
  LlmAdapter,
  type LlmFailure,
  LlmRuntime,
  type LlmStreamListener,
  toTransformStream,
} from "@dsh/llm";
import { DeepSeekAdapter, type DeepSeekOptions } from "@dsh/llm/deepseek";
import {
  CallId,
  type ChunkStream,
  createToolResultMessage,
  createUserMessage,
  type Message,
  type StreamChunk,
  textOf,
} from "@dsh/llm/message";
import type { PiAiOptions } from "@dsh/llm/pi-ai";
import { mockDeepSeek, scriptedAdapter, textChunks } from "@dsh/llm/testing";
import type { WireLimits } from "@dsh/llm/wire";

class Echo extends LlmAdapter {
  override stream({ signal }: GenerateOptions): ChunkStream {
    signal?.throwIfAborted();
    return new ReadableStream<StreamChunk>({
      start(controller) {
        controller.enqueue({ type: "finish", reason: { kind: "stop" } });
        controller.close();
      },
    });
  }
}

const upper: ChunkTransformer = {
  transform(chunk, controller) {
    controller.enqueue(
      chunk.type === "text-delta"
        ? { ...chunk, text: chunk.text.toUpperCase() }
        : chunk,
    );
  },
  cancel(_reason) {},
};
const listener: LlmStreamListener = (_request, next) =>
  next().pipeThrough(toTransformStream(upper));

/** Answers one question. */
export async function answer(
  options: DeepSeekOptions,
  signal?: AbortSignal,
): Promise<Message> {
  const runtime = new LlmRuntime();
  runtime.on("llm/stream", listener);
  runtime.on("llm/stream", { transformer: () => upper });
  runtime.registerAdapter(["deepseek"], new DeepSeekAdapter(options), {
    signal,
  });
  runtime.registerAdapter(["echo"], new Echo());
  using handle = runtime.registerAdapter(
    ["script"],
    scriptedAdapter([textChunks("Hello")]),
  );
  handle.replace(["script", "other"]);
  const assembler: BlockAssembler = await assemble(runtime.stream({
    provider: "deepseek",
    model: "deepseek-v4-flash",
    messages: [
      createUserMessage({ content: "Hi" }),
      createToolResultMessage({ callId: CallId("1"), content: "Rain" }),
    ],
    signal,
  }));
  return assembler.message();
}

/** The code of whatever was thrown. */
export function codeOf(error: unknown): string {
  return isHarnessError(error) ? error.code : AUTH_CODE;
}

export const text: string = textOf(
  await answer({ apiKey: "sk-1", fetch: mockDeepSeek().fetch }),
);
export const failure: LlmFailure = { code: AUTH_CODE, message: "Cannot call" };
export const limits: WireLimits = { maxDepth: 8 };
export const routes: PiAiOptions["routes"] = {};
