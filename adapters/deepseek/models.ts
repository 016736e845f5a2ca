/**
 * What is known about DeepSeek models, and how it is told.
 *
 * @module
 */

import { ReasoningEffortId } from "../../message.ts";
import type {
  LlmModelInfo,
  LlmModelReasoningInfo,
  LlmReasoningEffortInfo,
  LlmResolvedModelInfo,
} from "../../runtime/model_info.ts";
import {
  DEEPSEEK_EFFORTS,
  type DeepSeekEffort,
  type DeepSeekModel,
  type ResolvedDeepSeekOptions,
} from "./options.ts";

/** What DeepSeek serves today. */
export const DEFAULT_MODELS: readonly DeepSeekModel[] = [
  {
    id: "deepseek-v4-flash",
    name: "DeepSeek V4 Flash",
    contextWindow: 1_000_000,
    inputModalities: ["text"],
  },
  {
    id: "deepseek-v4-pro",
    name: "DeepSeek V4 Pro",
    contextWindow: 1_000_000,
    inputModalities: ["text"],
  },
  {
    id: "deepseek-v4-flash-vision-exp",
    name: "DeepSeek V4 Flash Vision (experimental)",
    inputModalities: ["text", "image"],
  },
];

const EFFORT_INFO: Record<DeepSeekEffort, Omit<LlmReasoningEffortInfo, "id">> =
  {
    off: { name: "Off", description: "Answers without thinking" },
    low: { name: "Low", description: "Thinks briefly" },
    high: { name: "High", description: "Thinks at length" },
    max: { name: "Max", description: "Thinks for as long as it takes" },
  };

/**
 * Lists the configured models.
 *
 * @param config The configuration.
 * @param provider The route they are served on.
 * @returns A fresh list, in the configured order.
 */
export function listModels(
  config: ResolvedDeepSeekOptions,
  provider: string,
): LlmModelInfo[] {
  return config.models.map((model) => describe(model, provider));
}

/**
 * Tells everything known about one model. One that is not configured is served
 * all the same, with the defaults of the configuration.
 *
 * @param config The configuration.
 * @param provider The route it is served on.
 * @param id The model id.
 * @returns The metadata, fresh.
 */
export function resolveModelInfo(
  config: ResolvedDeepSeekOptions,
  provider: string,
  id: string,
): LlmResolvedModelInfo {
  const model = findModel(config, id);
  return {
    ...describe(model, provider),
    context: {
      contextWindow: model.contextWindow ?? config.defaultContextWindow,
    },
    defaultMaxTokens: model.maxTokens ?? config.maxTokens,
    reasoning: describeReasoning(config),
  };
}

/**
 * Finds what is configured about a model.
 *
 * @param config The configuration.
 * @param id The model id.
 * @returns Its entry, or one with nothing but the id.
 */
export function findModel(
  config: ResolvedDeepSeekOptions,
  id: string,
): DeepSeekModel {
  return config.models.find((model) => model.id === id) ?? { id };
}

/**
 * Lists the efforts that may be asked for.
 *
 * @param config The configuration.
 * @returns All of them, or only `"off"` when thinking is disabled.
 */
export function offeredEfforts(
  config: ResolvedDeepSeekOptions,
): readonly DeepSeekEffort[] {
  return config.thinking === "disabled" ? ["off"] : DEEPSEEK_EFFORTS;
}

function describe(model: DeepSeekModel, provider: string): LlmModelInfo {
  const { id, name = id, description, inputModalities } = model;
  const info: LlmModelInfo = { provider, id, name };
  if (description !== undefined) info.description = description;
  if (inputModalities !== undefined) {
    info.inputModalities = [...inputModalities];
  }
  return info;
}

function describeReasoning(
  config: ResolvedDeepSeekOptions,
): LlmModelReasoningInfo {
  return {
    efforts: offeredEfforts(config).map((effort) => ({
      id: ReasoningEffortId(effort),
      ...EFFORT_INFO[effort],
    })),
    defaultEffort: ReasoningEffortId(config.reasoningEffort),
  };
}
