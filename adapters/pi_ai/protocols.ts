/**
 * What the protocols call the options that pi-ai leaves to its callers.
 *
 * @module
 */

import type { ResponseFormat, ToolChoice } from "../../runtime/request.ts";

/** A protocol that pi-ai speaks. */
export type PiAiApi =
  | "anthropic-messages"
  | "azure-openai-responses"
  | "bedrock-converse-stream"
  | "google-generative-ai"
  | "google-vertex"
  | "mistral-conversations"
  | "openai-codex-responses"
  | "openai-completions"
  | "openai-responses"
  | "pi-messages";

/** Fields of a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** A tool that must be called: any, or one by its name. */
export type ForcedTool = Exclude<ToolChoice, "auto" | "none">;

/** How one protocol writes what pi-ai does not. Absent: it has no place for it. */
export interface Protocol {
  /** The field that holds the options below. Absent: the body itself. */
  readonly place?: string;
  /** The field that provider options go to. Absent: the body itself. */
  readonly extras?: string;
  /** Fields of the body that a request sets, and no provider option may. */
  readonly ownKeys: readonly string[];
  /** Field of the strings that end the output. */
  readonly stop?: string;
  /** Most of those strings, where there is a limit. */
  readonly maxStops?: number;
  /** Field of nucleus sampling. */
  readonly topP?: string;
  /** Field of the seed. */
  readonly seed?: string;
  /** Fields of an output cap that it can do without. */
  readonly caps?: readonly string[];
  /** Field of a tool that must be called, and its value. */
  readonly toolChoice?: (choice: ForcedTool) => readonly [string, unknown];
  /** Whether results of tools take text alone: images go into a message of the user. */
  readonly textResults?: true;
  /** Fields of the form of the answer. Nothing: it has no such form. */
  readonly format?: (
    format: Exclude<ResponseFormat, { type: "text" }>,
  ) => Fields | undefined;
}

const RESPONSES: Protocol = {
  ownKeys: [
    "model",
    "input",
    "stream",
    "reasoning",
    "tools",
    "tool_choice",
    "text",
    "temperature",
    "max_output_tokens",
    "top_p",
  ],
  topP: "top_p",
  caps: ["max_output_tokens"],
  toolChoice: (choice) => [
    "tool_choice",
    choice === "required" ? choice : { type: "function", name: choice.name },
  ],
  format: (format) => ({
    text: {
      format: format.type === "json" ? { type: "json_object" } : {
        type: "json_schema",
        name: format.name,
        schema: format.schema,
      },
    },
  }),
};

const GOOGLE: Protocol = {
  place: "config",
  extras: "config",
  ownKeys: [
    "model",
    "contents",
    "systemInstruction",
    "thinkingConfig",
    "abortSignal",
    "tools",
    "toolConfig",
    "responseMimeType",
    "responseJsonSchema",
    "temperature",
    "maxOutputTokens",
    "stopSequences",
    "topP",
    "seed",
  ],
  stop: "stopSequences",
  maxStops: 5,
  topP: "topP",
  seed: "seed",
  caps: ["maxOutputTokens"],
  toolChoice: (choice) => [
    "toolConfig",
    {
      functionCallingConfig: {
        mode: "ANY",
        ...(choice !== "required" && { allowedFunctionNames: [choice.name] }),
      },
    },
  ],
  format: (format) => ({
    responseMimeType: "application/json",
    ...(format.type === "json-schema" && {
      responseJsonSchema: format.schema,
    }),
  }),
};

/** Every protocol, by its name. */
export const PROTOCOLS: Readonly<Record<PiAiApi, Protocol>> = {
  "anthropic-messages": {
    ownKeys: [
      "model",
      "messages",
      "system",
      "stream",
      "thinking",
      "tools",
      "tool_choice",
      "temperature",
      "max_tokens",
      "stop_sequences",
      "top_p",
    ],
    stop: "stop_sequences",
    topP: "top_p",
    toolChoice: (choice) => [
      "tool_choice",
      choice === "required"
        ? { type: "any" }
        : { type: "tool", name: choice.name },
    ],
  },
  "azure-openai-responses": RESPONSES,
  "bedrock-converse-stream": {
    place: "inferenceConfig",
    ownKeys: ["modelId", "messages", "system", "toolConfig", "inferenceConfig"],
    stop: "stopSequences",
    maxStops: 4,
    topP: "topP",
  },
  "google-generative-ai": GOOGLE,
  "google-vertex": GOOGLE,
  "mistral-conversations": {
    ownKeys: [
      "model",
      "messages",
      "stream",
      "reasoningEffort",
      "promptMode",
      "tools",
      "toolChoice",
      "responseFormat",
      "temperature",
      "maxTokens",
      "stop",
      "topP",
      "randomSeed",
    ],
    stop: "stop",
    topP: "topP",
    seed: "randomSeed",
    caps: ["maxTokens"],
    toolChoice: (choice) => [
      "toolChoice",
      choice === "required"
        ? "required"
        : { type: "function", function: { name: choice.name } },
    ],
    format: (format) => ({
      responseFormat: format.type === "json" ? { type: "json_object" } : {
        type: "json_schema",
        jsonSchema: { name: format.name, schemaDefinition: format.schema },
      },
    }),
  },
  "openai-codex-responses": RESPONSES,
  "openai-completions": {
    ownKeys: [
      "model",
      "messages",
      "stream",
      "stream_options",
      "reasoning_effort",
      "tools",
      "tool_choice",
      "response_format",
      "temperature",
      "max_tokens",
      "max_completion_tokens",
      "stop",
      "top_p",
      "seed",
    ],
    stop: "stop",
    maxStops: 4,
    topP: "top_p",
    seed: "seed",
    caps: ["max_tokens", "max_completion_tokens"],
    textResults: true,
    toolChoice: (choice) => [
      "tool_choice",
      choice === "required"
        ? choice
        : { type: "function", function: { name: choice.name } },
    ],
    format: (format) => ({
      response_format: format.type === "json" ? { type: "json_object" } : {
        type: "json_schema",
        json_schema: { name: format.name, schema: format.schema },
      },
    }),
  },
  "openai-responses": RESPONSES,
  "pi-messages": { ownKeys: ["model", "context", "options"] },
};

/**
 * Finds a protocol. One that a newer pi-ai speaks has a place for nothing.
 *
 * @param api Its name.
 * @returns How it writes what pi-ai does not.
 */
export function protocolOf(api: string): Protocol {
  return Object.hasOwn(PROTOCOLS, api)
    ? PROTOCOLS[api as PiAiApi]
    : PROTOCOLS["pi-messages"];
}
