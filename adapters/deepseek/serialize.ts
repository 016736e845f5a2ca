/**
 * From a request to the JSON body the server takes.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { LlmError } from "../../runtime/error.ts";
import type {
  GenerateOptions,
  ResponseFormat,
  ToolChoice,
  ToolSchema,
} from "../../runtime/request.ts";
import { copyJson } from "./_json.ts";
import { findModel, offeredEfforts } from "./models.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { serializeMessages } from "./serialize_messages.ts";

// Ours in every request, those that a request leaves out included: a field must
// not change its owner with the request.
const OWN_KEYS = [
  "model",
  "messages",
  "stream",
  "stream_options",
  "thinking",
  "reasoning_effort",
  "tools",
  "temperature",
  "max_tokens",
  "stop",
  "top_p",
  "seed",
  "tool_choice",
  "response_format",
];

/**
 * Writes a request as the body of a chat completion call.
 *
 * @param options The request.
 * @param config The configuration of the call. Its defaults fill what the
 * request leaves open.
 * @param context Where to report what was left out.
 * @returns The body: a plain object to be written as JSON.
 * @throws {LlmError} `UNSUPPORTED_CONTENT`, `UNSUPPORTED_OPTION`,
 * `UNSUPPORTED_REASONING_EFFORT` or `INVALID_REPLAY_STATE`.
 */
export function serializeRequest(
  options: GenerateOptions,
  config: ResolvedDeepSeekOptions,
  context?: LlmAdapterContext,
): Record<string, unknown> {
  const { model, stop, tools, toolChoice, responseFormat } = options;
  const effort = effortOf(options, config);
  const thinking = effort !== "off";

  return withoutAbsent({
    model,
    messages: serializeMessages(options, { thinking, context }),
    stream: true,
    stream_options: { include_usage: true },
    thinking: { type: thinking ? "enabled" : "disabled" },
    reasoning_effort: thinking ? effort : undefined,
    tools: tools?.length ? tools.map(serializeTool) : undefined,
    tool_choice: toolChoice && serializeToolChoice(toolChoice),
    response_format: responseFormat && serializeFormat(responseFormat),
    temperature: options.temperature,
    max_tokens: options.maxTokens ?? findModel(config, model).maxTokens ??
      config.maxTokens,
    stop: stop?.length ? [...stop] : undefined,
    top_p: options.topP,
    seed: options.seed,
    ...serializeProviderOptions(options, context),
  });
}

function effortOf(
  { model, purpose, reasoningEffort }: GenerateOptions,
  config: ResolvedDeepSeekOptions,
): string {
  const effort: string = reasoningEffort ?? config.reasoningEffort;
  const offered: readonly string[] = offeredEfforts(config);
  if (!offered.includes(effort)) {
    throw new LlmError(
      `Cannot use reasoning effort "${effort}" on model "${model}": it offers ${
        offered.join(", ")
      }`,
      "UNSUPPORTED_REASONING_EFFORT",
    );
  }
  // A title gets a small output cap, which is to be spent on visible text.
  return purpose === "session-title" ? "off" : effort;
}

function serializeTool({ name, description, parameters }: ToolSchema): unknown {
  return { type: "function", function: { name, description, parameters } };
}

function serializeToolChoice(choice: ToolChoice): unknown {
  switch (choice) {
    case "auto":
    case "none":
    case "required":
      return choice;
    default:
      if (typeof choice.name !== "string") throw unsupported("toolChoice");
      return { type: "function", function: { name: choice.name } };
  }
}

function serializeFormat(format: ResponseFormat): unknown {
  switch (format.type) {
    case "text":
      // What every server writes unless told otherwise.
      return undefined;
    case "json":
      return { type: "json_object" };
    case "json-schema":
      return {
        type: "json_schema",
        json_schema: { name: format.name, schema: format.schema },
      };
    default:
      throw unsupported("responseFormat");
  }
}

function serializeProviderOptions(
  { provider, model, providerOptions = {} }: GenerateOptions,
  context: LlmAdapterContext | undefined,
): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const [key, value] of Object.entries(providerOptions)) {
    if (OWN_KEYS.includes(key)) {
      context?.diagnostic({
        code: "PROVIDER_OPTION_IGNORED",
        message: `Ignored providerOptions.${key}: the adapter sets this field`,
        provider,
        model,
        detail: { key },
      });
    } else if (value !== undefined) {
      fields.push([key, copyOption(key, value)]);
    }
  }
  return Object.fromEntries(fields);
}

function copyOption(key: string, value: unknown): unknown {
  try {
    return copyJson(value);
  } catch (cause) {
    throw unsupported(`providerOptions.${key}`, cause);
  }
}

function unsupported(path: string, cause?: unknown): LlmError {
  return new LlmError(
    `Cannot send ${path}: the chat format cannot express its value`,
    "UNSUPPORTED_OPTION",
    cause === undefined ? {} : { cause },
  );
}

function withoutAbsent(
  fields: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
}
