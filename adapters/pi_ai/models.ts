/**
 * What is told about models.
 *
 * @module
 */

import { type ModelModality, ReasoningEffortId } from "../../message.ts";
import type {
  LlmModelInfo,
  LlmReasoningEffortInfo,
  LlmResolvedModelInfo,
} from "../../runtime/model_info.ts";
import {
  defaultEffort,
  findEfforts,
  findModel,
  findModels,
  findRoute,
  type FoundModel,
} from "./find_model.ts";
import type { PiAiEffort } from "./options.ts";
import type { ResolvedPiAiOptions } from "./resolve_options.ts";

const EFFORT_NAMES: Record<PiAiEffort, string> = {
  off: "Off",
  minimal: "Minimal",
  low: "Low",
  medium: "Medium",
  high: "High",
  xhigh: "Extra high",
  max: "Max",
};

/**
 * Lists the models of a route.
 *
 * @param config The configuration.
 * @param provider The route.
 * @returns The models, in their order.
 */
export async function listModels(
  config: ResolvedPiAiOptions,
  provider: string,
): Promise<LlmModelInfo[]> {
  return (await findModels(config, provider)).map(describe);
}

/**
 * Tells everything known about one model.
 *
 * @param config The configuration.
 * @param provider The route.
 * @param id The model id.
 * @returns The metadata, fresh.
 */
export async function resolveModelInfo(
  config: ResolvedPiAiOptions,
  provider: string,
  id: string,
): Promise<LlmResolvedModelInfo> {
  const model = await findModel(config, provider, id);
  const efforts = await findEfforts(model.record, config);
  const preferred = defaultEffort(efforts, findRoute(config, provider));
  return {
    ...describe(model),
    context: { contextWindow: model.record.contextWindow },
    // What a model can produce is no cap that anybody asked for.
    ...(model.maxTokens !== undefined && { defaultMaxTokens: model.maxTokens }),
    ...(efforts.length > 0 && {
      reasoning: {
        efforts: efforts.map(describeEffort),
        ...(preferred !== undefined && {
          defaultEffort: ReasoningEffortId(preferred),
        }),
      },
    }),
  };
}

function describe({ record, description }: FoundModel): LlmModelInfo {
  const { provider, id, name, input } = record;
  return {
    provider,
    id,
    name,
    ...(description !== undefined && { description }),
    inputModalities: [...input] as ModelModality[],
  };
}

function describeEffort(effort: PiAiEffort): LlmReasoningEffortInfo {
  return { id: ReasoningEffortId(effort), name: EFFORT_NAMES[effort] };
}
