/**
 * Settles which adapter a call goes to, and with which defaults.
 *
 * @module
 */

import type { PreparedAdapterCall } from "./adapter.ts";
import type { Route } from "./adapter_registry.ts";
import { type CallDefaults, callDefaults } from "./call_config.ts";
import { checkResolvedModel } from "./check_resolved_model.ts";
import { INVALID_ADAPTER_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { LlmResolvedModelInfo } from "./model_info.ts";
import { callable } from "./read_shape.ts";
import type { LlmCallConfig } from "./request.ts";

/** A call that only has to be started. */
export interface Preparation {
  /** The route it was prepared for. */
  readonly route: Route;
  /** Starts the adapter. */
  readonly call: Pick<PreparedAdapterCall, "stream">;
  /** What is known of the model, checked. */
  readonly model: LlmResolvedModelInfo;
  /** What the model fills in where the config is silent. */
  readonly defaults: CallDefaults;
}

/**
 * Resolves the model of a call and fills its defaults in.
 *
 * @param route The route, looked up before anything is awaited: a call never
 * mixes two registrations.
 * @param config What is asked for.
 * @param options Its signal aborts the resolution.
 * @returns The call, ready to start.
 * @throws {LlmError} If the adapter's metadata or the effort will not do.
 * @throws What the adapter throws.
 */
export async function prepareAdapterCall(
  route: Route,
  config: LlmCallConfig,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Preparation> {
  const { provider, model } = config;
  const call = await route.adapter.prepareCall(provider, model, signal);
  const info = checkResolvedModel(call?.model, config);
  // Read once: an adapter may go on with its object, and prepare the next call in
  // it.
  const { stream } = call;
  const fault = callable(stream, "prepareCall().stream");
  if (fault) {
    throw new LlmError(
      `Cannot call adapter of provider "${provider}": ${fault}`,
      INVALID_ADAPTER_CODE,
    );
  }
  return {
    route,
    call: { stream: stream.bind(call) },
    model: info,
    defaults: callDefaults(config, info),
  };
}
