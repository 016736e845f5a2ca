/**
 * What a provider adapter must be.
 *
 * @module
 */

import type { ChunkStream, ProviderRequestId } from "../message.ts";
import type {
  LlmModelInfo,
  LlmProviderInfo,
  LlmResolvedModelInfo,
} from "./model_info.ts";
import type { GenerateOptions } from "./request.ts";
import type { ResolvedRetryPolicy } from "./retry_policy.ts";

/** Something an adapter or the runtime noticed and dealt with. Holds no secret. */
export interface LlmDiagnostic {
  /** Stable name of what was noticed, such as `"MISSING_FINISH_REASON"`. */
  code: string;
  /** What was noticed, for a person. */
  message: string;
  /** Route concerned. */
  provider?: string | undefined;
  /** Model concerned. */
  model?: string | undefined;
  /** A contained error, as it was thrown. */
  error?: unknown;
  /** Facts that depend on the code. */
  detail?: unknown;
}

/** Facts of one answer that no chunk carries. */
export interface LlmResponseFacts {
  /** Name the provider gave the HTTP exchange. */
  requestId?: ProviderRequestId | undefined;
  /** Name the provider gave the response. */
  responseId?: string | undefined;
  /** Model that answered, as the provider names it. */
  model?: string | undefined;
  /** Finish reason as the provider wrote it. */
  rawFinishReason?: string | undefined;
  /** HTTP status of the answer. */
  status?: number | undefined;
  /** Citations and the like, as the provider sent them. */
  annotations?: readonly unknown[] | undefined;
}

/** Where an adapter reports what is neither a chunk nor a failure. */
export interface LlmAdapterContext {
  /**
   * Reports something noticed and dealt with.
   *
   * @param diagnostic What it was.
   */
  diagnostic(diagnostic: LlmDiagnostic): void;
  /**
   * Adds facts of the answer, copied as they are now. Later facts replace earlier
   * ones, field by field.
   *
   * @param facts The facts known by now.
   */
  response(facts: LlmResponseFacts): void;
}

/** A call whose metadata and dispatch come from one configuration. */
export interface PreparedAdapterCall {
  /** Everything known about the model. */
  readonly model: LlmResolvedModelInfo;
  /**
   * Starts the call.
   *
   * @param options The request, defaults filled in.
   * @param context Where to report what is neither a chunk nor a failure.
   * @returns The response.
   */
  stream(options: GenerateOptions, context?: LlmAdapterContext): ChunkStream;
}

/**
 * One way to reach models. Extend it, implement
 * {@linkcode LlmAdapter.prototype.stream}, and register an instance.
 *
 * An adapter sends `usage` before `finish` and nothing after it, keeps tool
 * arguments as raw JSON text, `{}` where the model wrote none, makes one attempt
 * for each call, stops the request on the wire when its stream is cancelled, and
 * fails in one of two ways: it errors the stream with an `LlmError`, or ends it
 * with a `finish` of kind `error` or `aborted`. Once it has delivered chunks only
 * the second keeps them, since an errored stream drops what is queued. An answer
 * that ends well and holds nothing is a failure of code `EMPTY_RESPONSE`.
 *
 * The runtime sees to the rest: what else is thrown becomes a failure of code
 * `UNKNOWN`, a stream that closes without a `finish` one of code
 * `STREAM_CLOSED`, and an abort ends the call whether the adapter reacts or not.
 * It sets no time limit: an adapter must notice a provider that has gone silent.
 *
 * @example An adapter of one's own
 * ```ts
 * import {
 *   assemble,
 *   type ChunkStream,
 *   createUserMessage,
 *   type GenerateOptions,
 *   LlmAdapter,
 *   LlmError,
 *   LlmRuntime,
 *   SERVER_CODE,
 *   textOf,
 * } from "@dsh/llm";
 * import { asFetch } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * // The service: a JSON line for each piece of text, then one that says it is done.
 * const fetch = asFetch(() =>
 *   new Response('{"text":"Hel"}\n{"text":"lo"}\n{"done":true}\n')
 * );
 *
 * class LinesAdapter extends LlmAdapter {
 *   override stream({ messages, signal }: GenerateOptions): ChunkStream {
 *     const left = new AbortController();
 *     const signals = signal ? [signal, left.signal] : [left.signal];
 *     let reader: ReadableStreamDefaultReader<string> | undefined;
 *     let rest = "";
 *     let text = "";
 *
 *     async function open(): Promise<ReadableStreamDefaultReader<string>> {
 *       const response = await fetch("https://llm.example/lines", {
 *         method: "POST",
 *         body: JSON.stringify(messages.map(textOf)),
 *         signal: AbortSignal.any(signals),
 *       });
 *       const { ok, status, body } = response;
 *       if (!ok || !body) {
 *         const message = "Cannot call model: the service refused";
 *         throw new LlmError(message, SERVER_CODE, { status });
 *       }
 *       return body.pipeThrough(new TextDecoderStream()).getReader();
 *     }
 *
 *     return new ReadableStream({
 *       async pull(controller) {
 *         reader ??= await open();
 *         while (!rest.includes("\n")) {
 *           const { value, done } = await reader.read();
 *           if (done) return controller.close();
 *           rest += value;
 *         }
 *         const end = rest.indexOf("\n");
 *         const line = JSON.parse(rest.slice(0, end));
 *         rest = rest.slice(end + 1);
 *         if (!line.done) {
 *           text += line.text;
 *           controller.enqueue({ type: "text-delta", index: 0, text: line.text });
 *           return;
 *         }
 *         const block = { type: "text", text } as const;
 *         controller.enqueue({ type: "block-end", index: 0, block });
 *         controller.enqueue({ type: "finish", reason: { kind: "stop" } });
 *         controller.close();
 *       },
 *       cancel: (reason) => left.abort(reason),
 *     }, { highWaterMark: 0 });
 *   }
 * }
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["lines"], new LinesAdapter());
 * const answer = await assemble(runtime.stream({
 *   provider: "lines",
 *   model: "any",
 *   messages: [createUserMessage({ content: "Hi" })],
 * }));
 *
 * equal(textOf(answer.message()), "Hello");
 * ```
 */
export abstract class LlmAdapter {
  /**
   * Describes a route this adapter serves.
   *
   * @param provider The route.
   * @returns Its id and name: unless overridden, both the route itself.
   */
  providerInfo(provider: string): LlmProviderInfo {
    return { id: provider, name: provider };
  }

  /**
   * Tells how calls on a route should be retried. Read once, at registration.
   *
   * @param provider The route.
   * @returns A resolved policy, or `undefined` for the normal defaults.
   */
  // deno-lint-ignore no-unused-vars
  providerRetryPolicy(provider: string): ResolvedRetryPolicy | undefined {
    return undefined;
  }

  /**
   * Lists the models of a route that can be offered to a person.
   *
   * @param provider The route.
   * @returns The models in the order to show them: none, unless overridden.
   */
  // deno-lint-ignore no-unused-vars
  listModels(provider: string): Promise<readonly LlmModelInfo[]> {
    return Promise.resolve([]);
  }

  /**
   * Tells everything known about one exact model, listed or not.
   *
   * @param provider The route.
   * @param model The model id.
   * @param signal Aborts the query. Settle promptly after it does.
   * @returns The metadata: unless overridden, no more than the identity.
   */
  resolveModel(
    provider: string,
    model: string,
    // deno-lint-ignore no-unused-vars
    signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo> {
    return Promise.resolve({ provider, id: model, name: model });
  }

  /**
   * Resolves a model and binds the call to the configuration it was resolved
   * under. Override it when configuration may change between the two.
   *
   * @param provider The route.
   * @param model The model id.
   * @param signal Aborts the query. Settle promptly after it does.
   * @returns The metadata and the way to start the call.
   */
  async prepareCall(
    provider: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<PreparedAdapterCall> {
    return {
      model: await this.resolveModel(provider, model, signal),
      stream: (options, context) => this.stream(options, context),
    };
  }

  /**
   * Starts one call: one attempt at the provider.
   *
   * @param options The request. Its `signal` aborts the call.
   * @param context Where to report what is neither a chunk nor a failure.
   * @returns The response.
   */
  abstract stream(
    options: GenerateOptions,
    context?: LlmAdapterContext,
  ): ChunkStream;
}
