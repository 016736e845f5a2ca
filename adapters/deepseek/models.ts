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
import { badOption, checkCount, checkObject, checkString } from "./_check.ts";
import type { DeepSeekModel, ResolvedDeepSeekOptions } from "./options.ts";

/** How hard a DeepSeek model may be told to think. */
export type DeepSeekEffort = "off" | "low" | "high" | "max";

/** The efforts, in the order to show them. */
export const EFFORTS: readonly DeepSeekEffort[] = ["off", "low", "high", "max"];

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

const MODEL_KEYS = [
  "id",
  "name",
  "description",
  "contextWindow",
  "maxTokens",
  "inputModalities",
];

/**
 * Checks and copies a list of models.
 *
 * @param value The list, as the caller wrote it.
 * @param path Where it is.
 * @returns A frozen copy.
 * @throws {TypeError} If an entry is not what it should be, or an id repeats.
 * @throws {RangeError} If a number is out of its range.
 */
export function resolveModels(
  value: unknown,
  path: string,
): readonly DeepSeekModel[] {
  if (!Array.isArray(value)) throw badOption(path, "an array");
  const ids = new Set<string>();
  // Array.from visits holes, which map() would leave unchecked.
  const models = Array.from(value, (entry: unknown, i) => {
    const model = resolveModel(entry, `${path}[${i}]`);
    if (ids.has(model.id)) {
      throw badOption(`${path}[${i}].id`, "an id that no other model has");
    }
    ids.add(model.id);
    return model;
  });
  return Object.freeze(models);
}

function resolveModel(value: unknown, path: string): DeepSeekModel {
  const {
    id,
    name,
    description,
    contextWindow,
    maxTokens,
    inputModalities,
  } = checkObject(value, path, MODEL_KEYS);

  const model: DeepSeekModel = { id: checkString(id, `${path}.id`) };
  if (name !== undefined) model.name = checkString(name, `${path}.name`);
  if (description !== undefined) {
    model.description = checkString(description, `${path}.description`);
  }
  if (contextWindow !== undefined) {
    model.contextWindow = checkCount(contextWindow, `${path}.contextWindow`);
  }
  if (maxTokens !== undefined) {
    model.maxTokens = checkCount(maxTokens, `${path}.maxTokens`);
  }
  if (inputModalities !== undefined) {
    model.inputModalities = resolveModalities(
      inputModalities,
      `${path}.inputModalities`,
    );
  }
  return Object.freeze(model);
}

// The map of modalities is open: any name may be in it.
function resolveModalities(
  value: unknown,
  path: string,
): NonNullable<DeepSeekModel["inputModalities"]> {
  if (!Array.isArray(value)) throw badOption(path, "an array");
  const names = Array.from(
    value,
    (name: unknown, i) => checkString(name, `${path}[${i}]`),
  );
  return Object.freeze(names) as NonNullable<DeepSeekModel["inputModalities"]>;
}

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
  return config.thinking === "disabled" ? ["off"] : EFFORTS;
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
