/**
 * What one model call is asked to do.
 *
 * @module
 */

import type { Message, ReasoningEffortId, SessionId } from "../message.ts";

/** A tool, as the model sees it. */
export interface ToolSchema {
  /** Name the model calls it by. */
  name: string;
  /** What it does, for the model. */
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

/** Which model to call and how: the part of a request a conversation keeps. */
export interface LlmCallConfig {
  /** Registered provider route. */
  provider: string;
  /** Model id, as the provider knows it. */
  model: string;
  /**
   * Reasoning effort, one of those the model offers: `ReasoningEffortId("high")`,
   * say.
   *
   * @default {the adapter's default for the model}
   */
  reasoningEffort?: ReasoningEffortId | undefined;
  /**
   * Sampling temperature, 0 or more.
   *
   * @default {the provider's own}
   */
  temperature?: number | undefined;
  /**
   * Most tokens to produce: a positive integer.
   *
   * @default {the adapter's default for the model}
   */
  maxTokens?: number | undefined;
  /** Strings that end the output. The string itself is not part of it. */
  stop?: string[] | undefined;
}

/** Which fields of an effective {@linkcode LlmCallConfig} the adapter filled in. */
export interface LlmCallConfigAdapterDefaults {
  /** The effort is the adapter's default. */
  reasoningEffort?: true | undefined;
  /** The output cap is the adapter's default. */
  maxTokens?: true | undefined;
}

/** Whether and which tool the model must call. */
export type ToolChoice = "auto" | "none" | "required" | {
  /** The one tool to call. */
  name: string;
};

/** The form the answer must take. */
export type ResponseFormat =
  | {
    /** Plain text. */
    type: "text";
  }
  | {
    /** Any JSON value. */
    type: "json";
  }
  | {
    /** JSON that fits a schema. */
    type: "json-schema";
    /** Name of the schema. */
    name: string;
    /** The JSON Schema. */
    schema: Record<string, unknown>;
  };

/** One model call, fully assembled. */
export interface GenerateOptions extends LlmCallConfig {
  /** The conversation, oldest first, of what `createUserMessage` and its like make. */
  messages: Message[];
  /** Instructions that precede the conversation. */
  system?: string | undefined;
  /** Tools the model may call. */
  tools?: ToolSchema[] | undefined;
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
  /** The conversation this call belongs to, for listeners. */
  sessionId?: SessionId | undefined;
  /** What an auxiliary call is for. Leave out for conversation turns. */
  purpose?: "compaction" | "session-title" | undefined;
  /**
   * Whether and which tool to call.
   *
   * @default {"auto"}
   */
  toolChoice?: ToolChoice | undefined;
  /**
   * The form the answer must take.
   *
   * @default {the provider's own}
   */
  responseFormat?: ResponseFormat | undefined;
  /** Nucleus sampling: greater than 0, at most 1. */
  topP?: number | undefined;
  /** Seed for repeatable sampling: an integer. */
  seed?: number | undefined;
  /**
   * Fields merged into the provider's request body as they are. A key the
   * contract sets itself is ignored, with a diagnostic.
   */
  providerOptions?: Record<string, unknown> | undefined;
}
