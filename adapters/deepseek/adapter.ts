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
    if (typeof options === "function") {
      this.#config = () => resolveDeepSeekOptions(options());
    } else {
      const config = resolveDeepSeekOptions(options);
      this.#config = () => config;
    }
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
   * @param _provider The route.
   * @returns The configured policy, or `undefined` for the normal defaults.
   */
  override providerRetryPolicy(
    _provider: string,
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
   * @param _signal Not needed: the answer is at hand.
   * @returns The metadata.
   */
  // deno-lint-ignore require-await
  override async resolveModel(
    provider: string,
    model: string,
    _signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo> {
    return resolveModelInfo(this.#config(), provider, model);
  }

  /**
   * Resolves a model and binds the call to the configuration read for it.
   *
   * @param provider The route.
   * @param model The model id.
   * @param _signal Not needed: the answer is at hand.
   * @returns The metadata, and the way to start the call.
   */
  // deno-lint-ignore require-await
  override async prepareCall(
    provider: string,
    model: string,
    _signal?: AbortSignal,
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
