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
import { checkRequest } from "./check_request.ts";
import { INVALID_PREPARED_CALL_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { LlmModelContext } from "./model_info.ts";
import type { Preparation } from "./preparation.ts";
import type {
  GenerateOptions,
  LlmCallConfig,
  LlmCallConfigAdapterDefaults,
} from "./request.ts";
import type { ResolvedRetryPolicy } from "./retry_policy.ts";
import { type CallOptions, startCall } from "./start_call.ts";

/**
 * A call bound to the registration its model was resolved under. Frozen.
 *
 * Made by `LlmRuntime.prepareCall()`. Whatever becomes of the route meanwhile,
 * the adapter that resolved the model is the one that is called.
 *
 * @example Know the config before the call
 * ```ts
 * import { assemble, createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks("Hello")]));
 *
 * const prepared = await runtime.prepareCall({ provider: "local", model: "any" });
 * deepEqual(prepared.adapterDefaults, {});
 * equal(prepared.retryPolicy.mode, "normal");
 *
 * const answer = await assemble(prepared.stream({
 *   ...prepared.config,
 *   messages: [createUserMessage({ content: "Hi" })],
 * }));
 *
 * equal(textOf(answer.message()), "Hello");
 * ```
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

/** What a prepared call needs to start. */
export interface PreparedCallOptions {
  /** What every call needs. */
  readonly call: CallOptions;
  /** Aborted once the runtime was closed, with the error to end in. */
  readonly closed: AbortSignal;
}

/**
 * Makes a prepared call of what was settled.
 *
 * @param asked The config that was asked for, owned by the call from here on.
 * @param preparation What was settled for it.
 * @param options What it needs to start.
 * @returns The call, frozen.
 */
export function toPreparedCall(
  asked: LlmCallConfig,
  preparation: Preparation,
  { call, closed }: PreparedCallOptions,
): PreparedLlmCall {
  const { fields, adapterDefaults } = preparation.defaults;
  const { context, inputModalities } = preparation.model;
  const config = { ...asked, ...fields };
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
      return startCall(options, call, { preparation, config, closed });
    },
  });
}

function refuse(state: string): never {
  throw new LlmError(
    `Cannot start prepared call: ${state}`,
    INVALID_PREPARED_CALL_CODE,
  );
}
