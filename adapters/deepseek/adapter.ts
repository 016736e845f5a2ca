/**
 * The adapter for DeepSeek, and for every server that speaks its format.
 *
 * @module
 */

import type { ChunkStream } from "../../message.ts";
import {
  LlmAdapter,
  type LlmAdapterContext,
  type PreparedAdapterCall,
} from "../../runtime/adapter.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts";
import { configReader } from "../../runtime/config_reader.ts";
import type {
  LlmModelInfo,
  LlmProviderInfo,
  LlmResolvedModelInfo,
} from "../../runtime/model_info.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { ResolvedRetryPolicy } from "../../runtime/retry_policy.ts";
import { listModels, resolveModelInfo } from "./models.ts";
import { openCall } from "./open_call.ts";
import type { DeepSeekOptions, ResolvedDeepSeekOptions } from "./options.ts";
import { resolveDeepSeekOptions } from "./resolve_options.ts";

/**
 * Reaches DeepSeek's models, and those of any server with the same format.
 *
 * Its usual route is `deepseek-official`; any other name will do. One instance
 * may serve several routes.
 *
 * Options given as an object are checked and copied at once. Options given as a
 * function are read once for each operation: a change reaches the next call and
 * never one that has begun.
 *
 * What a call repairs or leaves out is reported as a diagnostic. Of the request:
 *
 * - `IMAGES_LEFT_OUT`: the conversation has more images than a request may carry.
 * - `PROVIDER_OPTION_IGNORED`: a provider option names a field the adapter sets.
 * - `REPLAY_STATE_LEFT_OUT`: stored replay state is of no use any more.
 *
 * Of the response, each at most once, but for `TRANSPORT_ACTIVITY`:
 *
 * - `CUMULATIVE_ARGUMENTS`: arguments of a tool call came twice.
 * - `MISSING_FINISH_REASON`: a whole response did not say why it ended.
 * - `MISSING_TOOL_CALL_ID`: a tool call came without an id and got one.
 * - `MISSING_TOOL_CALL_NAME`: a tool call came without the name of its tool.
 * - `SEVERAL_CHOICES`: more than one choice came, and one was read.
 * - `SKIPPED_CONTENT_PART`: a part of the content is of an unknown type.
 * - `SKIPPED_PAYLOAD`: an event held JSON that is not an object.
 * - `SPLIT_TOOL_CALL`: tool calls that share an index were told apart.
 * - `STRAY_LINE`: a line belongs to no event.
 * - `TRANSPORT_ACTIVITY`: the server sent a sign of life instead of content.
 * - `UNUSUAL_FINISH_REASON`: the finish reason is not one the format defines, or
 *   came under another name.
 *
 * @example List the models
 * ```ts
 * import { DeepSeekAdapter } from "@dsh/llm/deepseek";
 * import { deepEqual } from "node:assert/strict";
 *
 * const adapter = new DeepSeekAdapter({
 *   models: [{ id: "deepseek-v4-flash", name: "Flash" }],
 * });
 *
 * const models = await adapter.listModels("deepseek-official");
 *
 * deepEqual(models, [
 *   { provider: "deepseek-official", id: "deepseek-v4-flash", name: "Flash" },
 * ]);
 * ```
 *
 * @example Change the configuration while it is in use
 * ```ts
 * import { DeepSeekAdapter, type DeepSeekOptions } from "@dsh/llm/deepseek";
 * import { equal } from "node:assert/strict";
 *
 * let options: DeepSeekOptions = { maxTokens: 1_000 };
 * const adapter = new DeepSeekAdapter(() => options);
 * options = { maxTokens: 2_000 };
 *
 * const model = await adapter.resolveModel("deepseek-official", "any");
 *
 * equal(model.defaultMaxTokens, 2_000);
 * ```
 */
export class DeepSeekAdapter extends LlmAdapter {
  readonly #config: () => ResolvedDeepSeekOptions;

  /**
   * Constructs a new instance.
   *
   * @param options The configuration, or what returns it.
   * @throws {TypeError} If an option is unknown or wrong in kind. What a function
   * returns is checked at each operation instead.
   * @throws {RangeError} If a number is out of its range.
   */
  constructor(options: DeepSeekOptions | (() => DeepSeekOptions) = {}) {
    super();
    this.#config = configReader(options, resolveDeepSeekOptions);
  }

  /**
   * Describes a route this adapter serves.
   *
   * @param provider The route.
   * @returns Its id, and DeepSeek for a name.
   */
  override providerInfo(provider: string): LlmProviderInfo {
    return { id: provider, name: "DeepSeek" };
  }

  /**
   * Tells how failed calls should be retried.
   *
   * @param provider The route.
   * @returns The configured policy, or `undefined` for the normal defaults.
   */
  // Unused parameters keep plain names: the docs show them.
  override providerRetryPolicy(
    // deno-lint-ignore no-unused-vars
    provider: string,
  ): ResolvedRetryPolicy | undefined {
    return this.#config().retryPolicy;
  }

  /**
   * Lists the configured models. Needs no API key and asks no server.
   *
   * @param provider The route.
   * @returns The models, in the configured order.
   */
  // Async, so that bad options reject as the signature promises.
  // deno-lint-ignore require-await
  override async listModels(
    provider: string,
  ): Promise<readonly LlmModelInfo[]> {
    return listModels(this.#config(), provider);
  }

  /**
   * Tells everything known about one model, listed or not. Needs no API key and
   * asks no server.
   *
   * @param provider The route.
   * @param model The model id.
   * @param signal Not needed: the answer is at hand.
   * @returns The metadata.
   */
  // deno-lint-ignore require-await
  override async resolveModel(
    provider: string,
    model: string,
    // deno-lint-ignore no-unused-vars
    signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo> {
    return resolveModelInfo(this.#config(), provider, model);
  }

  /**
   * Resolves a model and binds the call to the configuration read for it.
   *
   * @param provider The route.
   * @param model The model id.
   * @param signal Not needed: the answer is at hand.
   * @returns The metadata, and the way to start the call.
   */
  // deno-lint-ignore require-await
  override async prepareCall(
    provider: string,
    model: string,
    // deno-lint-ignore no-unused-vars
    signal?: AbortSignal,
  ): Promise<PreparedAdapterCall> {
    const config = this.#config();
    return {
      model: resolveModelInfo(config, provider, model),
      stream: (options, context) =>
        toChunkStream(openCall({ options, config, context })),
    };
  }

  /**
   * Starts one call. The configured defaults hold here too, for requests that do
   * not come through a runtime.
   *
   * @param options The request. Its `signal` aborts the call.
   * @param context Where to report what is neither a chunk nor a failure.
   * @returns The response. Nothing is sent before its first read.
   */
  override stream(
    options: GenerateOptions,
    context?: LlmAdapterContext,
  ): ChunkStream {
    return toChunkStream(
      openCall({ options, config: this.#config(), context }),
    );
  }
}
