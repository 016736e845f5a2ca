/**
 * A call whose config and adapter were resolved together.
 *
 * @module
 */

import {
  type ChunkStream,
  deepFreeze,
  type ModelModality,
} from "../message.ts";
import { callConfigEquals } from "./call_config.ts";
import { INVALID_PREPARED_CALL_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { LlmModelContext } from "./model_info.ts";
import type { Preparation } from "./preparation.ts";
import type {
  GenerateOptions,
  LlmCallConfig,
  LlmCallConfigAdapterDefaults,
} from "./request.ts";
import { checkRequest } from "./request_check.ts";
import type { ResolvedRetryPolicy } from "./retry_policy.ts";
import { type CallOptions, startCall } from "./start_call.ts";

/**
 * A call bound to the registration its model was resolved under. Frozen.
 */
export interface PreparedLlmCall {
  /** The config with every default filled in. */
  readonly config: LlmCallConfig;
  /** The policy captured with the registration. */
  readonly retryPolicy: ResolvedRetryPolicy;
  /** How much the model can hold, when known. */
  readonly context?: LlmModelContext | undefined;
  /** What the model accepts. Absent means unknown. */
  readonly inputModalities?: readonly ModelModality[] | undefined;
  /** Which fields of the config the adapter filled in. */
  readonly adapterDefaults: LlmCallConfigAdapterDefaults;
  /**
   * Starts the call, through every listener. Once.
   *
   * @param options A request with this very {@linkcode PreparedLlmCall.config}.
   * @returns The response.
   * @throws {LlmError} `INVALID_PREPARED_CALL` for a second call, or a request
   * that asks for another config. The latter does not use the call up.
   */
  stream(options: GenerateOptions): ChunkStream;
}

/**
 * Makes a prepared call of what was settled.
 *
 * @param proposed The config, as the caller wrote it.
 * @param preparation What was settled for it.
 * @param call What every call needs.
 * @returns The call, frozen.
 */
export function toPreparedCall(
  proposed: LlmCallConfig,
  preparation: Preparation,
  call: CallOptions,
): PreparedLlmCall {
  const { fields, adapterDefaults } = preparation.defaults;
  const { context, inputModalities } = preparation.model;
  const config = deepFreeze({ ...copyConfig(proposed), ...fields });
  let used = false;
  return deepFreeze({
    config,
    retryPolicy: preparation.route.retryPolicy,
    ...(context && { context }),
    ...(inputModalities && { inputModalities }),
    adapterDefaults,
    stream(options: GenerateOptions) {
      checkRequest(options);
      if (used) refuse("it was started already");
      if (!callConfigEquals(options, config)) {
        refuse("the request asks for another config");
      }
      used = true;
      return startCall(options, call, { preparation, config });
    },
  });
}

/** The six fields of a config, detached. */
function copyConfig(config: LlmCallConfig): LlmCallConfig {
  const { provider, model, reasoningEffort, temperature, maxTokens, stop } =
    config;
  return {
    provider,
    model,
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(stop !== undefined && { stop: [...stop] }),
  };
}

function refuse(state: string): never {
  throw new LlmError(
    `Cannot start prepared call: ${state}`,
    INVALID_PREPARED_CALL_CODE,
  );
}
