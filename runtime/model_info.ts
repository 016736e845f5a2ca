/**
 * What adapters tell about providers and models.
 *
 * @module
 */

import type { ModelModality, ReasoningEffortId } from "../message.ts";

/** A provider route, for a person to choose from. */
export interface LlmProviderInfo {
  /** The route, as `GenerateOptions.provider` names it. */
  id: string;
  /** What to call it. */
  name: string;
}

/** A model an adapter offers. Advice: an unlisted model id is served too. */
export interface LlmModelInfo {
  /** Route that serves it. */
  provider: string;
  /** Model id, as the provider knows it. */
  id: string;
  /** What to call it. */
  name: string;
  /** What sets it apart from its neighbours. */
  description?: string | undefined;
  /** What it accepts. Absent means unknown. */
  inputModalities?: readonly ModelModality[] | undefined;
}

/** How much one model can hold. */
export interface LlmModelContext {
  /** Most tokens of input and output together: a positive integer. */
  contextWindow: number;
}

/** One reasoning effort, for a person to choose from. */
export interface LlmReasoningEffortInfo {
  /** What `GenerateOptions.reasoningEffort` takes. */
  id: ReasoningEffortId;
  /** What to call it. */
  name: string;
  /** What sets it apart from its neighbours. */
  description?: string | undefined;
}

/** The reasoning efforts of one model. */
export interface LlmModelReasoningInfo {
  /** The efforts in the order to show them. Never empty, ids unique. */
  efforts: readonly LlmReasoningEffortInfo[];
  /** Filled in when a caller names none. Absent leaves it to the provider. */
  defaultEffort?: ReasoningEffortId | undefined;
}

/** Everything an adapter knows about one exact model. */
export interface LlmResolvedModelInfo extends LlmModelInfo {
  /** How much it can hold, when known. */
  context?: LlmModelContext | undefined;
  /** Output cap filled in when a caller names none: a positive integer. */
  defaultMaxTokens?: number | undefined;
  /** Its reasoning efforts, when it offers any. */
  reasoning?: LlmModelReasoningInfo | undefined;
}
