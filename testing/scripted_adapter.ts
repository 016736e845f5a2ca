/**
 * An adapter that plays back a script.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../message.ts";
import { LlmAdapter, type LlmAdapterContext } from "../runtime/adapter.ts";
import { ABORTED_CODE } from "../runtime/codes.ts";
import { LlmError } from "../runtime/error.ts";
import type { LlmResolvedModelInfo } from "../runtime/model_info.ts";
import type { GenerateOptions } from "../runtime/request.ts";
import type { ResolvedRetryPolicy } from "../runtime/retry_policy.ts";
import { checkCall, checkScript } from "./_check_script.ts";
import { assertDelay, pause } from "./_pause.ts";
import { textChunks } from "./chunks.ts";

/** How one call of a {@linkcode ScriptedAdapter} goes. */
export interface ScriptedPlan {
  /**
   * What the stream delivers, as it is.
   *
   * @default {[]}
   */
  chunks?: readonly StreamChunk[] | undefined;
  /**
   * Milliseconds before each chunk, and before an error.
   *
   * @default {0}
   */
  delayMs?: number | undefined;
  /** What the stream fails with after its chunks. Absent: it closes. */
  error?: unknown;
  /**
   * Whether the stream stays open after its chunks.
   *
   * @default {false}
   */
  hang?: boolean | undefined;
  /**
   * What the signal of the request does: end the stream with `finish aborted`,
   * fail it with the signal's reason, or nothing.
   *
   * @default {"finish"}
   */
  onAbort?: "finish" | "error" | "ignore" | undefined;
}

/**
 * One call: chunks to deliver, an error to fail the stream with, a plan, a
 * stream, or a function of the request that returns one of these. What such a
 * function throws is thrown by the adapter's own `stream`.
 */
export type ScriptedCall =
  | readonly StreamChunk[]
  | Error
  | ScriptedPlan
  | ChunkStream
  | ((options: GenerateOptions, context?: LlmAdapterContext) => ScriptedCall);

/** Options for {@linkcode scriptedAdapter}. */
export interface ScriptedAdapterOptions {
  /**
   * The models to list and resolve, on whichever route. Others resolve to their
   * bare identity.
   *
   * @default {[]}
   */
  models?: readonly Omit<LlmResolvedModelInfo, "provider">[] | undefined;
  /** The retry policy of every route. Absent: the normal defaults. */
  retryPolicy?: ResolvedRetryPolicy | undefined;
}

/** An adapter that plays back a script, and what it saw. */
export interface ScriptedAdapter extends LlmAdapter {
  /** Every request it got, in order, as the very objects. */
  readonly requests: readonly GenerateOptions[];
  /** The reason of every cancelled stream, in order. */
  readonly cancels: readonly unknown[];
}

/**
 * Makes an adapter that answers the first request with the first call of a
 * script, the second with the second, and every further one with the last.
 *
 * Chunks are delivered one for each pull, exactly as given: what is wrong with
 * them is the subject of the test.
 *
 * @example Usage
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const adapter = scriptedAdapter([textChunks("Hello")]);
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["test"], adapter);
 *
 * const request = { provider: "test", model: "any", messages: [] };
 * const chunks = await Array.fromAsync(runtime.stream(request));
 *
 * equal(chunks.at(-1)?.type, "finish");
 * equal(adapter.requests.length, 1);
 * ```
 *
 * @param script The calls, by default one that says "Hello".
 * @param options What the adapter tells about itself.
 * @returns The adapter.
 * @throws {TypeError} If the script is not a list of calls, or a plan in it has an
 * unknown key.
 * @throws {RangeError} If it is empty.
 */
export function scriptedAdapter(
  script: readonly ScriptedCall[] = [textChunks("Hello")],
  options: ScriptedAdapterOptions = {},
): ScriptedAdapter {
  return new PlaybackAdapter(script, options);
}

// `LlmAdapter` is a class, and so is what extends it.
class PlaybackAdapter extends LlmAdapter implements ScriptedAdapter {
  readonly requests: GenerateOptions[] = [];
  readonly cancels: unknown[] = [];
  readonly #script: readonly ScriptedCall[];
  readonly #models: readonly Omit<LlmResolvedModelInfo, "provider">[];
  readonly #retryPolicy: ResolvedRetryPolicy | undefined;

  constructor(
    script: readonly ScriptedCall[],
    { models = [], retryPolicy }: ScriptedAdapterOptions,
  ) {
    super();
    checkScript(script);
    this.#script = script;
    this.#models = models;
    this.#retryPolicy = retryPolicy;
  }

  override providerRetryPolicy(): ResolvedRetryPolicy | undefined {
    return this.#retryPolicy;
  }

  override listModels(provider: string): Promise<LlmResolvedModelInfo[]> {
    return Promise.resolve(
      this.#models.map((model) => ({ ...model, provider })),
    );
  }

  override async resolveModel(
    provider: string,
    id: string,
  ): Promise<LlmResolvedModelInfo> {
    const models = await this.listModels(provider);
    return models.find((model) => model.id === id) ??
      { provider, id, name: id };
  }

  override stream(
    options: GenerateOptions,
    context?: LlmAdapterContext,
  ): ChunkStream {
    const position = Math.min(this.requests.length, this.#script.length - 1);
    this.requests.push(options);
    let call = this.#script[position]!;
    while (typeof call === "function") call = call(options, context);
    checkCall(call, "call");
    if (call instanceof ReadableStream) return call;
    const plan = isChunks(call)
      ? { chunks: call }
      : call instanceof Error
      ? { error: call }
      : call;
    return play(plan, options.signal, (reason) => this.cancels.push(reason));
  }
}

// `Array.isArray` does not narrow a readonly array away from an object type.
function isChunks(call: ScriptedCall): call is readonly StreamChunk[] {
  return Array.isArray(call);
}

function play(
  plan: ScriptedPlan,
  signal: AbortSignal | undefined,
  onCancel: (reason: unknown) => void,
): ChunkStream {
  const { chunks = [], delayMs = 0, error, hang = false } = plan;
  const { onAbort = "finish" } = plan;
  assertDelay("delayMs", delayMs);
  const ended = new AbortController();
  let position = 0;

  return new ReadableStream({
    start(controller) {
      if (signal === undefined || onAbort === "ignore") return;
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort, { signal: ended.signal });

      function abort(): void {
        ended.abort();
        if (onAbort === "error") return controller.error(signal?.reason);
        const { failure } = new LlmError(
          "Cannot complete call: it was aborted",
          ABORTED_CODE,
        );
        const reason = { kind: "aborted", failure } as const;
        controller.enqueue({ type: "finish", reason });
        controller.close();
      }
    },
    async pull(controller) {
      const chunk = chunks[position];
      if (chunk === undefined && hang) return;
      if (chunk !== undefined || error !== undefined) {
        await pause(delayMs, ended.signal);
      }
      if (ended.signal.aborted) return;
      if (chunk !== undefined) {
        position++;
        return controller.enqueue(chunk);
      }
      ended.abort();
      if (error === undefined) controller.close();
      else controller.error(error);
    },
    cancel(reason) {
      ended.abort();
      onCancel(reason);
    },
  }, { highWaterMark: 0 });
}
