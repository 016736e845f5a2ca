/**
 * Metadata of models, and a runtime that has it, for questions.
 *
 * @module
 */

import { type ModelModality, ReasoningEffortId } from "../../message.ts";
import type { LlmAdapter } from "../../runtime/adapter.ts";
import type { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type {
  LlmModelContext,
  LlmReasoningEffortInfo,
  LlmResolvedModelInfo,
} from "../../runtime/model_info.ts";
import type { LlmCallConfig } from "../../runtime/request.ts";
import { runtimeOf, STOP, streamOf, stubAdapter } from "./_stub_adapter.ts";

/** What a model may tell beside its names, all of it. */
interface Metadata {
  description: string;
  inputModalities: ModelModality[];
  context: LlmModelContext;
  defaultMaxTokens: number;
  reasoning: {
    efforts: LlmReasoningEffortInfo[];
    defaultEffort: ReasoningEffortId;
  };
}

export const HIGH: ReasoningEffortId = ReasoningEffortId("high");

export const LOW: ReasoningEffortId = ReasoningEffortId("low");

export const CONFIG: LlmCallConfig = Object.freeze({
  provider: "p",
  model: "m",
});

/** A runtime whose route `p` has an adapter with other methods. */
export function withMethods(methods: Partial<LlmAdapter>): LlmRuntime {
  return runtimeOf(stubAdapter(() => streamOf([STOP]), methods));
}

/** A runtime whose models all have the same metadata. */
export function withInfo(more: Partial<LlmResolvedModelInfo>): LlmRuntime {
  return withMethods({
    resolveModel: (provider, id) =>
      Promise.resolve({ provider, id, name: id, ...more }),
  });
}

export const FULL: Metadata = {
  description: "Does it all",
  inputModalities: ["text"],
  context: { contextWindow: 1_000 },
  defaultMaxTokens: 100,
  reasoning: {
    efforts: [{ id: HIGH, name: "High" }, { id: LOW, name: "Low" }],
    defaultEffort: HIGH,
  },
};
