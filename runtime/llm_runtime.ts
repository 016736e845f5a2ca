/**
 * Routes model calls to adapters, through listeners.
 *
 * @module
 */

import type { ChunkStream } from "../message.ts";
import type { LlmAdapter } from "./adapter.ts";
import { createAdapterRegistry, routeOf } from "./adapter_registry.ts";
import { checkRequest } from "./check_request.ts";
import { createClosing } from "./closing.ts";
import type { LlmConfigurableProvider } from "./configurable_provider.ts";
import {
  createModelDiscoveries,
  type LlmDiscoveredModel,
  type LlmModelDiscovery,
  type LlmModelDiscoveryRequest,
} from "./model_discovery.ts";
import type {
  LlmModelInfo,
  LlmProviderInfo,
  LlmResolvedModelInfo,
} from "./model_info.ts";
import { createModelQueries } from "./model_queries.ts";
import type { PreparedLlmCall } from "./prepared_call.ts";
import { createProviderDirectory } from "./provider_directory.ts";
import type {
  AdapterRegistrationHandle,
  DirectoryRegistrationHandle,
  Disposer,
  RegistrationOptions,
} from "./registration.ts";
import type { GenerateOptions, LlmCallConfig } from "./request.ts";
import type { ResolvedRetryPolicy } from "./retry_policy.ts";
import {
  createRuntimeEvents,
  type LlmRuntimeEventMap,
} from "./runtime_events.ts";
import { type CallOptions, startCall } from "./start_call.ts";

/**
 * Routes model calls to adapters, through listeners, and holds every adapter to
 * the same promises: chunks, then exactly one `finish`.
 *
 * @example Usage
 * ```ts
 * import { assemble, createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks("Hello")]));
 *
 * const answer = await assemble(runtime.stream({
 *   provider: "local",
 *   model: "any",
 *   messages: [createUserMessage({ content: "Hi" })],
 * }));
 *
 * equal(textOf(answer.message()), "Hello");
 * ```
 */
export class LlmRuntime {
  readonly #events = createRuntimeEvents();
  readonly #registry = createAdapterRegistry(this.#events.tellUpdated);
  readonly #directory = createProviderDirectory(this.#events.tellUpdated);
  readonly #closing = createClosing();
  readonly #discoveries = createModelDiscoveries(this.#closing);
  readonly #call: CallOptions = {
    runtime: this,
    events: this.#events,
    registry: this.#registry,
    closing: this.#closing,
  };
  readonly #queries = createModelQueries(this.#call);

  /**
   * Registers an adapter for provider routes, all of them or none.
   *
   * @param providers The routes. At least one.
   * @param adapter Who serves them.
   * @param options When to take the registration back.
   * @returns Takes the registration back, or replaces its routes.
   * @throws {LlmError} `INVALID_ADAPTER` for an empty list or name, or bad
   * provider info; `DUPLICATE_ADAPTER` for a route that is taken or named twice.
   * @throws {TypeError} If `providers` is not an array.
   */
  registerAdapter(
    providers: readonly string[],
    adapter: LlmAdapter,
    options: RegistrationOptions = {},
  ): AdapterRegistrationHandle {
    return this.#registry.register(providers, adapter, options);
  }

  /**
   * Lists the registered routes.
   *
   * @returns A fresh list in the order of registration.
   */
  listProviders(): LlmProviderInfo[] {
    return this.#registry.list().map(({ info }) => ({ ...info }));
  }

  /**
   * Tells how calls on a route should be retried. Nothing here retries by itself.
   *
   * @param provider The route.
   * @returns The policy captured when the route was registered, frozen.
   * @throws {LlmError} `NO_ADAPTER` if there is no such route.
   */
  providerRetryPolicy(provider: string): ResolvedRetryPolicy {
    return routeOf(this.#registry, provider).retryPolicy;
  }

  /**
   * Tells of routes that could be configured, registered or not.
   *
   * @param entries The routes. At least one.
   * @param options When to take the registration back.
   * @returns Takes the registration back, or replaces its entries.
   * @throws {LlmError} `INVALID_DIRECTORY` for an empty list or a malformed
   * entry, `DUPLICATE_DIRECTORY` for a route that is taken or named twice.
   */
  registerConfigurableProviders(
    entries: readonly LlmConfigurableProvider[],
    options: RegistrationOptions = {},
  ): DirectoryRegistrationHandle {
    return this.#directory.register(entries, options);
  }

  /**
   * Lists the routes that could be configured.
   *
   * @returns A fresh list in the order of registration.
   */
  listConfigurableProviders(): LlmConfigurableProvider[] {
    return this.#directory.list();
  }

  /**
   * Offers to ask endpoints which models they have.
   *
   * @param settingsNs Namespace of the settings whose endpoints can be asked.
   * @param discover Asks one endpoint.
   * @param options When to take the registration back.
   * @returns Takes the registration back.
   * @throws {LlmError} `INVALID_DISCOVERY` for an empty namespace or a
   * missing function, `DUPLICATE_DISCOVERY` for a namespace that is taken.
   */
  registerModelDiscovery(
    settingsNs: string,
    discover: LlmModelDiscovery,
    options: RegistrationOptions = {},
  ): Disposer {
    return this.#discoveries.register(settingsNs, discover, options);
  }

  /**
   * Asks an endpoint which models it has.
   *
   * @param settingsNs Namespace of the settings the endpoint is for.
   * @param request Which endpoint, and how. The key is used once, never stored.
   * @returns What it has, each id once, in the order of the endpoint.
   * @throws {LlmError} `NO_DISCOVERY` if nobody offers to ask,
   * `INVALID_DISCOVERY` if neither a provider nor a base URL is named.
   * @throws What asking throws.
   */
  discoverModels(
    settingsNs: string,
    request: LlmModelDiscoveryRequest,
  ): Promise<LlmDiscoveredModel[]> {
    return this.#discoveries.discover(settingsNs, request);
  }

  /**
   * Lists the models of a route. Advice: an unlisted model is served too.
   *
   * @param provider The route.
   * @returns A fresh list in the order of the adapter.
   * @throws {LlmError} `NO_ADAPTER` if there is no such route,
   * `INVALID_CATALOG` if the adapter's list is malformed.
   */
  listModels(provider: string): Promise<LlmModelInfo[]> {
    return this.#queries.listModels(provider);
  }

  /**
   * Tells everything known about one exact model.
   *
   * @param provider The route.
   * @param model The model, listed or not.
   * @param signal Aborts the query.
   * @returns A fresh copy of the adapter's metadata, checked.
   * @throws {LlmError} `NO_ADAPTER`, or `INVALID_MODEL_INFO`, `…_CONTEXT`,
   * `…_MAX_TOKENS`, `…_REASONING` for what is malformed.
   */
  resolveModelInfo(
    provider: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo> {
    return this.#queries.resolveModelInfo(provider, model, signal);
  }

  /**
   * Fills in what the adapter of a route defaults to. Binds nothing: use
   * {@linkcode LlmRuntime.prepareCall} to call what was resolved.
   *
   * @param config The config.
   * @param signal Aborts the query.
   * @returns The same object if nothing is missing, else a copy.
   * @throws {LlmError} `UNSUPPORTED_REASONING_EFFORT` for an effort the model
   * does not offer, or as {@linkcode LlmRuntime.resolveModelInfo}.
   */
  resolveCallConfig(
    config: LlmCallConfig,
    signal?: AbortSignal,
  ): Promise<LlmCallConfig> {
    return this.#queries.resolveCallConfig(config, signal);
  }

  /**
   * Resolves a config and binds the call to the registration it was resolved
   * under.
   *
   * @param config The config. Only its six fields are taken.
   * @param signal Aborts the preparation, not the call.
   * @returns The call, frozen. Good for one start.
   * @throws {LlmError} As {@linkcode LlmRuntime.resolveCallConfig}.
   * @throws The reason of the signal, as soon as it aborts.
   */
  prepareCall(
    config: LlmCallConfig,
    signal?: AbortSignal,
  ): Promise<PreparedLlmCall> {
    return this.#queries.prepareCall(config, signal);
  }

  /**
   * Listens to an event.
   *
   * - `llm/stream` wraps every model call. The listener registered first is
   *   outermost. See {@linkcode LlmStreamListener} and
   *   {@linkcode LlmStreamTransformerFactory}.
   * - `llm/adapters-updated` fires after each change of routes, of either kind.
   * - `llm/diagnostic` tells what was noticed and dealt with. Without a
   *   listener, contained errors go to `console.error`.
   *
   * @typeParam Name Which event.
   * @param name Which event.
   * @param listener Who listens.
   * @param options When to stop listening.
   * @returns Stops listening.
   * @throws {TypeError} If the event or the listener is not one of these.
   */
  on<Name extends keyof LlmRuntimeEventMap>(
    name: Name,
    listener: LlmRuntimeEventMap[Name],
    options: RegistrationOptions = {},
  ): Disposer {
    return this.#events.on(name, listener, options);
  }

  /**
   * Starts one model call: one attempt, through every listener.
   *
   * The listeners run at once, the adapter is looked up and reached at the first
   * read. Whatever the adapter does, the stream ends with exactly one `finish`;
   * what a listener throws stays thrown.
   *
   * @param options The request. Its list of messages may go on growing while the
   * answer is read: it is taken as it is now.
   * @returns The response: a fresh stream, pulled.
   * @throws {TypeError} If a field of the request is of another type.
   * @throws {RangeError} If a number of the request is out of its range.
   * @throws What a listener throws before it returns.
   */
  stream(options: GenerateOptions): ChunkStream {
    checkRequest(options);
    return startCall(options, this.#call);
  }

  /**
   * Ends every call that has begun with `finish` `aborted`: in flight, unread, or
   * prepared and started later. Rejects what else is awaited with an `ABORTED`
   * error, and takes back every registration and listener.
   */
  close(): void {
    // Twice: listeners may begin anew while they are told, until they are gone.
    for (let k = 0; k < 2; k++) {
      this.#closing.close();
      this.#registry.close();
      this.#directory.close();
      this.#discoveries.close();
      this.#events.close();
    }
  }
}
