/**
 * The part of a request a conversation keeps, and how defaults fill it.
 *
 * @module
 */

import { object, refuse } from "../message/find_fault.ts";
import { UNSUPPORTED_REASONING_EFFORT_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { LlmResolvedModelInfo } from "./model_info.ts";
import type { LlmCallConfig, LlmCallConfigAdapterDefaults } from "./request.ts";

const CONFIG_FIELDS = [
  "provider",
  "model",
  "reasoningEffort",
  "temperature",
  "maxTokens",
  "stop",
] as const;

/**
 * Compares two call configs field by field, `stop` element by element.
 *
 * @example Usage
 * ```ts
 * import { callConfigEquals } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const config = { provider: "deepseek-official", model: "deepseek-v4-flash" };
 *
 * equal(callConfigEquals(config, { ...config }), true);
 * equal(callConfigEquals(config, { ...config, stop: ["END"] }), false);
 * ```
 *
 * @param a One config. Fields a config does not have are ignored.
 * @param b The other config.
 * @returns Whether both mean the same call.
 * @throws {TypeError} If one of them is no object.
 */
export function callConfigEquals(a: LlmCallConfig, b: LlmCallConfig): boolean {
  refuse(object(a, "a") ?? object(b, "b"), "compare call configs");
  return CONFIG_FIELDS.every((name) =>
    JSON.stringify(a[name]) === JSON.stringify(b[name])
  );
}

/** The fields an adapter's metadata adds to a config, and which they are. */
export interface CallDefaults {
  /** What to add. */
  readonly fields: Pick<LlmCallConfig, "reasoningEffort" | "maxTokens">;
  /** Which fields were added. */
  readonly adapterDefaults: LlmCallConfigAdapterDefaults;
}

/**
 * Finds what a model's metadata fills in where a config is silent.
 *
 * @param config The config.
 * @param model The metadata, checked.
 * @returns The fields to add: none where nothing is missing.
 * @throws {LlmError} `UNSUPPORTED_REASONING_EFFORT` for an effort the model
 * does not offer. Efforts are never clamped.
 */
export function callDefaults(
  config: LlmCallConfig,
  model: LlmResolvedModelInfo,
): CallDefaults {
  const fields: CallDefaults["fields"] = {};
  const adapterDefaults: LlmCallConfigAdapterDefaults = {};
  const { efforts = [], defaultEffort } = model.reasoning ?? {};
  const effort = config.reasoningEffort;
  if (effort !== undefined) {
    if (!efforts.some(({ id }) => id === effort)) {
      const offered = efforts.map(({ id }) => id);
      throw unsupportedEffort(effort, { model: config.model, offered });
    }
  } else if (defaultEffort !== undefined) {
    fields.reasoningEffort = defaultEffort;
    adapterDefaults.reasoningEffort = true;
  }
  if (config.maxTokens === undefined && model.defaultMaxTokens !== undefined) {
    fields.maxTokens = model.defaultMaxTokens;
    adapterDefaults.maxTokens = true;
  }
  return { fields, adapterDefaults };
}

/** Makes the error for an effort that a model does not offer. */
export function unsupportedEffort(
  effort: string,
  { model, offered }: {
    readonly model: string;
    readonly offered: readonly string[];
  },
): LlmError {
  const list = offered.map((id) => `"${id}"`).join(", ") || "none";
  return new LlmError(
    `Cannot use reasoning effort "${effort}" with model "${model}": the model offers ${list}`,
    UNSUPPORTED_REASONING_EFFORT_CODE,
  );
}
