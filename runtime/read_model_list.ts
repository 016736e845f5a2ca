/**
 * Lists of models, as endpoints write them.
 *
 * @module
 */

import { isRecord, type JsonRecord, textIn } from "./json_record.ts";
import type { LlmDiscoveredModel } from "./model_discovery.ts";
import { isCount } from "./read_shape.ts";

/**
 * Reads a list of models. Endpoints agree on little more than ids: what else they tell
 * is taken under any of its usual names.
 *
 * @param value What an endpoint answered, parsed.
 * @returns The models, or `undefined` if it is no list.
 */
export function readModelList(
  value: unknown,
): LlmDiscoveredModel[] | undefined {
  const lists = isRecord(value) ? [value.data, value.models] : [value];
  return lists.find(Array.isArray)?.filter(isRecord).flatMap(readModel);
}

function readModel(model: JsonRecord): LlmDiscoveredModel[] {
  // Google names a model by its path.
  const id = textIn(model.id) || textIn(model.name).replace(/^models\//, "");
  if (id === "") return [];
  const name = [model.display_name, model.displayName, model.name].map(textIn)
    .find((text) => text !== "");
  const contextWindow = [
    model.context_length,
    model.context_window,
    model.max_model_len,
    model.max_context_length,
    model.max_input_tokens,
    model.inputTokenLimit,
  ].find(isCount);
  const maxTokens = [
    model.max_output_tokens,
    model.max_completion_tokens,
    model.max_tokens,
    model.outputTokenLimit,
  ].find(isCount);
  return [{
    id,
    ...(name !== undefined && { name }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxTokens !== undefined && { maxTokens }),
  }];
}
