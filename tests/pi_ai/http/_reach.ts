/**
 * A runtime with one route to a server, and what comes of its calls.
 *
 * @module
 */

import { PiAiAdapter } from "../../../adapters/pi_ai/adapter.ts";
import type { PiAiRoute } from "../../../adapters/pi_ai/options.ts";
import type { PiAiApi } from "../../../adapters/pi_ai/protocols.ts";
import {
  type ContentBlock,
  createUserMessage,
  type FinishReason,
  type LlmFailure,
  type StreamChunk,
  type TokenUsage,
} from "../../../message.ts";
import type {
  LlmDiagnostic,
  LlmResponseFacts,
} from "../../../runtime/adapter.ts";
import { BlockAssembler } from "../../../runtime/block_assembler.ts";
import { llmResponseOf } from "../../../runtime/call_record.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { load } from "../_package.ts";

/** The key of every call. */
export const API_KEY = "sk-0123456789abcdef";

/** What came of a call. */
export interface Outcome {
  /** All of it. */
  readonly chunks: StreamChunk[];
  /** The message; of a call that failed, what can be kept of it. */
  readonly blocks: ContentBlock[];
  /** How it ended. */
  readonly finish: FinishReason;
  /** Why it failed, if it did. */
  readonly failure: LlmFailure | undefined;
  /** What it cost. */
  readonly usage: TokenUsage | undefined;
  /** What the adapter keeps of it. */
  readonly replayState: unknown;
  /** What it tells beside. */
  readonly facts: LlmResponseFacts | undefined;
}

/** A route to a server. */
export interface Reached {
  /** What has the route. */
  readonly runtime: LlmRuntime;
  /** What was noticed so far. */
  readonly diagnostics: LlmDiagnostic[];
  /** Starts a call, for whoever reads it himself. */
  start(options?: Partial<GenerateOptions>): ReadableStream<StreamChunk>;
  /** Makes a call. */
  ask(options?: Partial<GenerateOptions>): Promise<Outcome>;
}

/** Makes a runtime with one route. */
export function reach(
  api: PiAiApi,
  url: string,
  route: Partial<PiAiRoute> = {},
): Reached {
  return reachAll({ gateway: { api, baseURL: url, ...route } });
}

/** Makes a runtime with some routes, the first of which is asked by default. */
export function reachAll(routes: Record<string, Partial<PiAiRoute>>): Reached {
  const runtime = new LlmRuntime();
  const diagnostics: LlmDiagnostic[] = [];
  runtime.on("llm/diagnostic", (diagnostic) => diagnostics.push(diagnostic));
  const names = Object.keys(routes);
  runtime.registerAdapter(
    names,
    new PiAiAdapter({
      routes: Object.fromEntries(
        Object.entries(routes).map(([name, route]) => [name, {
          apiKey: API_KEY,
          models: [{ id: "m", reasoning: true }],
          ...route,
        }]),
      ),
      load,
    }),
  );

  function start(options?: Partial<GenerateOptions>) {
    return runtime.stream({
      provider: names[0]!,
      model: "m",
      messages: [createUserMessage({ content: "Go on" })],
      ...options,
    });
  }

  return {
    runtime,
    diagnostics,
    start,
    async ask(options) {
      const stream = start(options);
      const chunks = await Array.fromAsync(stream);
      const assembler = new BlockAssembler();
      for (const chunk of chunks) assembler.push(chunk);
      const { finish, usage, replayState } = assembler;
      const failure = "failure" in finish ? finish.failure : undefined;
      return {
        chunks,
        blocks: failure === undefined
          ? assembler.blocks()
          : assembler.interruptedBlocks(),
        finish,
        failure,
        usage,
        replayState,
        facts: llmResponseOf(stream),
      };
    },
  };
}
