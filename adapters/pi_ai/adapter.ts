/**
 * The adapter for every provider that pi-ai reaches.
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
import { raceAbort } from "../../runtime/race_abort.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { ResolvedRetryPolicy } from "../../runtime/retry_policy.ts";
import { findRoute } from "./find_model.ts";
import { listModels, resolveModelInfo } from "./models.ts";
import { openCall } from "./open_call.ts";
import type { PiAiOptions } from "./options.ts";
import {
  type ResolvedPiAiOptions,
  resolvePiAiOptions,
} from "./resolve_options.ts";

/**
 * Reaches the models of every provider that pi-ai knows, and those of any server that
 * speaks one of its protocols. {@linkcode registerPiAi} registers one with all that
 * goes with it.
 *
 * A route under the name of a provider that pi-ai ships inherits its endpoint, protocol
 * and models. Any other is a declaration of its own. One instance serves all routes, so
 * a conversation can change from one to another: what a provider wants back with its
 * messages goes back to that very model and to nobody else.
 *
 * Options given as an object are checked and copied at once. Options given as a
 * function are read once for each operation: a change reaches the next call and never
 * one that has begun.
 *
 * `stop` strings always work: where a protocol has a place for them they are sent, and
 * whatever the server makes of them, the output ends before the first. A response that
 * is ended here tells no usage.
 *
 * What a call repairs or leaves out is reported as a diagnostic. Of the request:
 *
 * - `IMAGES_LEFT_OUT`: there are more images than a request may carry.
 * - `PROVIDER_OPTION_IGNORED`: a provider option names a field the adapter sets.
 * - `REPLAY_STATE_LEFT_OUT`: stored replay state is of no use any more.
 *
 * Of the response:
 *
 * - `MALFORMED_TOOL_ARGUMENTS`: arguments of a tool call are no JSON object.
 * - `MISSING_TOOL_CALL_ID`: a tool call came without an id and got one.
 * - `MISSING_TOOL_CALL_NAME`: a tool call came without the name of its tool.
 * - `PI_AI_DIAGNOSTIC`: pi-ai noticed something of its own.
 *
 * Amazon Bedrock's protocol has a transport of its own. It is not given `fetch`, is read
 * without regard to how fast the consumer is, and writes its own `user-agent`.
 *
 * @example Reach a server of one's own
 * ```ts
 * import { PiAiAdapter } from "@dsh/llm/pi-ai";
 * import { deepEqual } from "node:assert/strict";
 *
 * const adapter = new PiAiAdapter({
 *   routes: {
 *     "my-gateway": {
 *       api: "openai-completions",
 *       baseURL: "https://llm.example/v1",
 *       models: [{ id: "small", input: ["text", "image"] }],
 *     },
 *   },
 * });
 *
 * const models = await adapter.listModels("my-gateway");
 *
 * deepEqual(models, [{
 *   provider: "my-gateway",
 *   id: "small",
 *   name: "small",
 *   inputModalities: ["text", "image"],
 * }]);
 * ```
 */
export class PiAiAdapter extends LlmAdapter {
  readonly #config: () => ResolvedPiAiOptions;

  /**
   * Constructs a new instance.
   *
   * @param options The configuration, or what returns it.
   * @throws {TypeError} If an option is unknown or wrong in kind, or a route could never
   * be served. What a function returns is checked at each operation instead.
   * @throws {RangeError} If a number is out of its range.
   */
  constructor(options: PiAiOptions | (() => PiAiOptions)) {
    super();
    this.#config = configReader(options, resolvePiAiOptions);
  }

  /**
   * Describes a route.
   *
   * @param provider The route.
   * @returns Its id, and its name or that of its provider.
   * @throws {LlmError} `UNKNOWN_MODEL` if it is not configured.
   */
  override providerInfo(provider: string): LlmProviderInfo {
    const { displayName } = findRoute(this.#config(), provider);
    return { id: provider, name: displayName };
  }

  /**
   * Tells how failed calls should be retried.
   *
   * @param provider The route.
   * @returns The configured policy, or `undefined` for the normal defaults.
   * @throws {LlmError} `UNKNOWN_MODEL` if it is not configured.
   */
  override providerRetryPolicy(
    provider: string,
  ): ResolvedRetryPolicy | undefined {
    return findRoute(this.#config(), provider).retryPolicy;
  }

  /**
   * Lists the models of a route: the configured ones, or else those of the catalogue.
   * Needs no API key and asks no server.
   *
   * @param provider The route.
   * @returns The models, in their order.
   */
  override async listModels(
    provider: string,
  ): Promise<readonly LlmModelInfo[]> {
    return await listModels(this.#config(), provider);
  }

  /**
   * Tells everything known about one model. Needs no API key and asks no server.
   *
   * @param provider The route.
   * @param model The model id.
   * @param signal Aborts the query.
   * @returns The metadata. Rejects with `UNKNOWN_MODEL` for one that a catalogue does
   * not have: a declared route serves any.
   */
  override async resolveModel(
    provider: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo> {
    const config = this.#config();
    return await raceAbort(
      () => resolveModelInfo(config, provider, model),
      [signal],
    );
  }

  /**
   * Resolves a model and binds the call to the configuration read for it.
   *
   * @param provider The route.
   * @param model The model id.
   * @param signal Aborts the query.
   * @returns The metadata, and the way to start the call.
   */
  override async prepareCall(
    provider: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<PreparedAdapterCall> {
    const config = this.#config();
    const route = findRoute(config, provider);
    return {
      model: await raceAbort(
        () => resolveModelInfo(config, provider, model),
        [signal],
      ),
      stream: (options, context) =>
        toChunkStream(openCall({ options, config, route, context })),
    };
  }

  /**
   * Starts one call. The configured defaults hold here too, for requests that do not
   * come through a runtime.
   *
   * @param options The request. Its `signal` aborts the call.
   * @param context Where to report what is neither a chunk nor a failure.
   * @returns The response. Nothing is sent before its first read.
   * @throws {LlmError} `UNKNOWN_MODEL` if the route is not configured.
   */
  override stream(
    options: GenerateOptions,
    context?: LlmAdapterContext,
  ): ChunkStream {
    const config = this.#config();
    const route = findRoute(config, options.provider);
    return toChunkStream(openCall({ options, config, route, context }));
  }
}
