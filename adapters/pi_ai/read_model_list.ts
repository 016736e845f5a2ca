/**
 * Lists of models, as endpoints write them.
 *
 * @module
 */

import type { LlmDiscoveredModel } from "../../runtime/model_discovery.ts";
import { isRecord, type JsonRecord, textIn } from "./_record.ts";

/**
 * Reads a list of models. Endpoints agree on little more than ids: what else they tell
 * is taken under any of its usual names.
 *
 * @param text What an endpoint answered.
 * @returns The models, or `undefined` if it is no list.
 */
export function readModelList(text: string): LlmDiscoveredModel[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const lists = isRecord(value) ? [value.data, value.models] : [value];
  return lists.find(Array.isArray)?.filter(isRecord).flatMap(readModel);
}

function readModel(model: JsonRecord): LlmDiscoveredModel[] {
  // Google names a model by its path.
  const id = textIn(model.id) || textIn(model.name).replace(/^models\//, "");
  if (id === "") return [];
  const name = [model.display_name, model.displayName, model.name].map(textIn)
    .find((text) => text !== "");
  const contextWindow = firstCount([
    model.context_length,
    model.context_window,
    model.max_model_len,
    model.max_context_length,
    model.max_input_tokens,
    model.inputTokenLimit,
  ]);
  const maxTokens = firstCount([
    model.max_output_tokens,
    model.max_completion_tokens,
    model.max_tokens,
    model.outputTokenLimit,
  ]);
  return [{
    id,
    ...(name !== undefined && { name }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxTokens !== undefined && { maxTokens }),
  }];
}

function firstCount(values: readonly unknown[]): number | undefined {
  return values.find((value): value is number =>
    Number.isSafeInteger(value) && (value as number) > 0
  );
}
