/**
 * Distrusts what an adapter tells about a model.
 *
 * @module
 */

import { copyModelInfo } from "./_copy_model_info.ts";
import { distrust } from "./_distrust.ts";
import { isFilledString } from "./_is_filled_string.ts";
import {
  INVALID_MODEL_CONTEXT_CODE,
  INVALID_MODEL_INFO_CODE,
  INVALID_MODEL_MAX_TOKENS_CODE,
  INVALID_MODEL_REASONING_CODE,
} from "./codes.ts";
import { LlmError } from "./error.ts";
import type {
  LlmModelReasoningInfo,
  LlmReasoningEffortInfo,
  LlmResolvedModelInfo,
} from "./model_info.ts";
import type { LlmCallConfig } from "./request.ts";

/**
 * Checks and copies the metadata of one exact model.
 *
 * @param info What the adapter returned.
 * @param asked The route and the model that were asked about.
 * @returns A copy that shares nothing with the adapter's object.
 * @throws {LlmError} `INVALID_MODEL_INFO`, `INVALID_MODEL_CONTEXT`,
 * `INVALID_MODEL_MAX_TOKENS` or `INVALID_MODEL_REASONING`.
 */
export function checkResolvedModel(
  info: LlmResolvedModelInfo,
  asked: Pick<LlmCallConfig, "provider" | "model">,
): LlmResolvedModelInfo {
  return distrust(
    () => copyResolvedModel(info, asked),
    (cause) =>
      new LlmError(
        `Cannot use metadata of model "${asked.model}": it cannot be read`,
        INVALID_MODEL_INFO_CODE,
        { cause },
      ),
  );
}

function copyResolvedModel(
  info: LlmResolvedModelInfo,
  { provider, model }: Pick<LlmCallConfig, "provider" | "model">,
): LlmResolvedModelInfo {
  function refuse(code: string, state: string): never {
    throw new LlmError(
      `Cannot use metadata of model "${model}": ${state}`,
      code,
    );
  }

  const copy = copyModelInfo(
    info,
    (state) => refuse(INVALID_MODEL_INFO_CODE, state),
  );
  if (copy.provider !== provider || copy.id !== model) {
    refuse(
      INVALID_MODEL_INFO_CODE,
      "it must name the provider and the model it was asked about",
    );
  }
  const { context, defaultMaxTokens, reasoning } = info;
  const contextWindow = context?.contextWindow;
  if (
    context !== undefined &&
    !(Number.isInteger(contextWindow) && contextWindow! > 0)
  ) {
    refuse(
      INVALID_MODEL_CONTEXT_CODE,
      '"context.contextWindow" must be a positive integer',
    );
  }
  if (
    defaultMaxTokens !== undefined &&
    !(Number.isSafeInteger(defaultMaxTokens) && defaultMaxTokens > 0)
  ) {
    refuse(
      INVALID_MODEL_MAX_TOKENS_CODE,
      '"defaultMaxTokens" must be a positive integer',
    );
  }
  const efforts = reasoning === undefined
    ? undefined
    : checkReasoning(reasoning, (state) =>
      refuse(INVALID_MODEL_REASONING_CODE, state));
  return {
    ...copy,
    ...(contextWindow !== undefined && { context: { contextWindow } }),
    ...(defaultMaxTokens !== undefined && { defaultMaxTokens }),
    ...(efforts && { reasoning: efforts }),
  };
}

function checkReasoning(
  reasoning: LlmModelReasoningInfo,
  refuse: (state: string) => never,
): LlmModelReasoningInfo {
  const { efforts, defaultEffort } = reasoning ?? {};
  if (!Array.isArray(efforts) || efforts.length === 0) {
    refuse('"reasoning.efforts" must be a non-empty array');
  }
  const copies = Array.from(efforts, (effort: LlmReasoningEffortInfo, k) => {
    const { id, name, description } = effort ?? {};
    if (!isFilledString(id)) {
      refuse(`"reasoning.efforts[${k}].id" must be a non-empty string`);
    }
    if (!isFilledString(name)) {
      refuse(`"reasoning.efforts[${k}].name" must be a non-empty string`);
    }
    if (description !== undefined && typeof description !== "string") {
      refuse(`"reasoning.efforts[${k}].description" must be a string`);
    }
    return { id, name, ...(description !== undefined && { description }) };
  });
  const ids = new Set(copies.map(({ id }) => id));
  if (ids.size < copies.length) {
    refuse('"reasoning.efforts" must not name an effort twice');
  }
  if (defaultEffort !== undefined && !ids.has(defaultEffort)) {
    refuse('"reasoning.defaultEffort" must be one of its efforts');
  }
  return {
    efforts: copies,
    ...(defaultEffort !== undefined && { defaultEffort }),
  };
}
