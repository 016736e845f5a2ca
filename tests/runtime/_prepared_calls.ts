/**
 * Metadata of models, and a runtime that has it, for prepared calls.
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
import type { GenerateOptions, LlmCallConfig } from "../../runtime/request.ts";
import { runtimeOf, STOP, streamOf, stubAdapter } from "./_stub_adapter.ts";

/** What a model may tell beside its names, all of it. */
interface Metadata {
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

export const FULL: Metadata = {
  inputModalities: ["text", "image"],
  context: { contextWindow: 1_000 },
  defaultMaxTokens: 100,
  reasoning: {
    efforts: [{ id: HIGH, name: "High" }, { id: LOW, name: "Low" }],
    defaultEffort: HIGH,
  },
};

/** A runtime whose models have the same metadata, and the requests it saw. */
export function recording(
  info: Partial<LlmResolvedModelInfo> = {},
  methods: Partial<LlmAdapter> = {},
): { runtime: LlmRuntime; requests: GenerateOptions[] } {
  const requests: GenerateOptions[] = [];
  const adapter = stubAdapter((request) => {
    requests.push(request);
    return streamOf([STOP]);
  }, {
    resolveModel: (provider, id) =>
      Promise.resolve({ provider, id, name: id, ...info }),
    ...methods,
  });
  return { runtime: runtimeOf(adapter), requests };
}
