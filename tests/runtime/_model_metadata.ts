/**
 * A config, and what a model may tell about itself.
 *
 * @module
 */

import { type ModelModality, ReasoningEffortId } from "../../message.ts";
import type {
  LlmModelContext,
  LlmReasoningEffortInfo,
} from "../../runtime/model_info.ts";
import type { LlmCallConfig } from "../../runtime/request.ts";

/** What a model may tell beside its names, all of it. */
export interface Metadata {
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
