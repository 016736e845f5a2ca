/**
 * What a runtime asks adapters before it calls a model.
 *
 * @module
 */

import { routeOf } from "./adapter_registry.ts";
import { callDefaults } from "./call_config.ts";
import { checkCatalog } from "./check_catalog.ts";
import { checkCallConfig } from "./check_request.ts";
import { checkResolvedModel } from "./check_resolved_model.ts";
import { checkSignal } from "./check_signal.ts";
import type { LlmModelInfo, LlmResolvedModelInfo } from "./model_info.ts";
import { prepareAdapterCall } from "./preparation.ts";
import { type PreparedLlmCall, toPreparedCall } from "./prepared_call.ts";
import { raceAbort } from "./race_abort.ts";
import type { LlmCallConfig } from "./request.ts";
import type { CallOptions } from "./start_call.ts";

/** The questions of one runtime. */
export interface ModelQueries {
  /** See `LlmRuntime.listModels`. */
  listModels(provider: string): Promise<LlmModelInfo[]>;
  /** See `LlmRuntime.resolveModelInfo`. */
  resolveModelInfo(
    provider: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo>;
  /** See `LlmRuntime.resolveCallConfig`. */
  resolveCallConfig(
    config: LlmCallConfig,
    signal?: AbortSignal,
  ): Promise<LlmCallConfig>;
  /** See `LlmRuntime.prepareCall`. */
  prepareCall(
    config: LlmCallConfig,
    signal?: AbortSignal,
  ): Promise<PreparedLlmCall>;
}

/**
 * Makes the questions of a runtime.
 *
 * @param call What every call needs.
 * @returns The questions.
 */
export function createModelQueries(call: CallOptions): ModelQueries {
  const { closing, registry } = call;

  async function resolveModelInfo(
    provider: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo> {
    checkSignal(signal, "signal");
    const info = await raceAbort(
      (signal) =>
        routeOf(registry, provider).adapter
          .resolveModel(provider, model, signal),
      [signal, closing.signal],
    );
    return checkResolvedModel(info, { provider, model });
  }

  return {
    async listModels(provider) {
      const models = await raceAbort(
        () => routeOf(registry, provider).adapter.listModels(provider),
        [closing.signal],
      );
      return checkCatalog(models, provider);
    },
    resolveModelInfo,
    async resolveCallConfig(config, signal) {
      checkCallConfig(config, "config");
      // What becomes of the config meanwhile is not part of the question.
      const asked = { ...config };
      const info = await resolveModelInfo(asked.provider, asked.model, signal);
      const { fields } = callDefaults(asked, info);
      return Object.keys(fields).length === 0
        ? config
        : { ...asked, ...fields };
    },
    async prepareCall(config, signal) {
      const asked = checkCallConfig(config, "config");
      checkSignal(signal, "signal");
      const closed = closing.signal;
      const preparation = await raceAbort(
        (signal) =>
          prepareAdapterCall(routeOf(registry, asked.provider), asked, {
            signal,
          }),
        [signal, closed],
      );
      return toPreparedCall(asked, preparation, { call, closed });
    },
  };
}
