/**
 * Distrusts what an adapter tells about a model.
 *
 * @module
 */

import { type Fault, filled, must, text } from "../message/find_fault.ts";
import { distrust } from "./_distrust.ts";
import { MODEL } from "./_model_shape.ts";
import { codedRefusal } from "./coded_refusal.ts";
import {
  INVALID_MODEL_CONTEXT_CODE,
  INVALID_MODEL_INFO_CODE,
  INVALID_MODEL_MAX_TOKENS_CODE,
  INVALID_MODEL_REASONING_CODE,
} from "./codes.ts";
import { LlmError } from "./error.ts";
import type {
  LlmModelInfo,
  LlmModelReasoningInfo,
  LlmResolvedModelInfo,
} from "./model_info.ts";
import { COUNT, readShape, type Shape } from "./read_shape.ts";
import type { LlmCallConfig } from "./request.ts";

const CONTEXT: Shape = {
  "context?": {
    contextWindow: [
      (n: number) => Number.isInteger(n) && n > 0,
      "a positive integer",
    ],
  },
};

const REASONING: Shape = {
  "reasoning?": {
    efforts: [{ id: filled, name: filled, "description?": text }],
    "defaultEffort?": text,
  },
};

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
  const what = `use metadata of model "${model}"`;
  function read<T>(shape: Shape, code: string): T {
    return readShape(info, shape, {
      path: "model",
      error: codedRefusal(what, code),
    });
  }
  const copy = read<LlmModelInfo>(MODEL, INVALID_MODEL_INFO_CODE);
  if (copy.provider !== provider || copy.id !== model) {
    throw codedRefusal(what, INVALID_MODEL_INFO_CODE)(
      "it must name the provider and the model it was asked about",
    );
  }
  const facts = {
    ...copy,
    ...read<Pick<LlmResolvedModelInfo, "context">>(
      CONTEXT,
      INVALID_MODEL_CONTEXT_CODE,
    ),
    ...read<Pick<LlmResolvedModelInfo, "defaultMaxTokens">>(
      { "defaultMaxTokens?": COUNT },
      INVALID_MODEL_MAX_TOKENS_CODE,
    ),
    ...read<Pick<LlmResolvedModelInfo, "reasoning">>(
      REASONING,
      INVALID_MODEL_REASONING_CODE,
    ),
  };
  const fault = facts.reasoning && findEffortFault(facts.reasoning);
  if (fault) throw codedRefusal(what, INVALID_MODEL_REASONING_CODE)(fault);
  return facts;
}

function findEffortFault(
  { efforts, defaultEffort }: LlmModelReasoningInfo,
): Fault | undefined {
  const path = "model.reasoning";
  const ids = new Set(efforts.map(({ id }) => id));
  return must(ids.size > 0, `${path}.efforts`, "a non-empty array") ??
    must(
      ids.size === efforts.length,
      `${path}.efforts`,
      "a list without twins",
    ) ??
    must(
      defaultEffort === undefined || ids.has(defaultEffort),
      `${path}.defaultEffort`,
      "one of its efforts",
    );
}
