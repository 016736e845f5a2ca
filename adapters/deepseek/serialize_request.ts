/**
 * From a request to the JSON body the server takes.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import {
  UNSUPPORTED_OPTION_CODE,
  UNSUPPORTED_REASONING_EFFORT_CODE,
} from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import type {
  GenerateOptions,
  ResponseFormat,
  ToolChoice,
  ToolSchema,
} from "../../runtime/request.ts";
import { findModel, offeredEfforts } from "./models.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { serializeMessages } from "./serialize_messages.ts";
import { serializeProviderOptions } from "./serialize_provider_options.ts";

/**
 * Writes a request as the JSON text of a chat completion call.
 *
 * @param options The request.
 * @param config The configuration of the call.
 * @param context Where to report what was left out.
 * @returns The text.
 * @throws {LlmError} What {@linkcode serializeRequest} throws, and
 * `UNSUPPORTED_OPTION` for a tool or a format that JSON cannot hold.
 */
export function requestBody(
  options: GenerateOptions,
  config: ResolvedDeepSeekOptions,
  context?: LlmAdapterContext,
): string {
  const body = serializeRequest(options, config, context);
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new LlmError(
      "Cannot send request: JSON cannot hold one of its values",
      UNSUPPORTED_OPTION_CODE,
      { cause },
    );
  }
}

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
      UNSUPPORTED_REASONING_EFFORT_CODE,
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

function unsupported(path: string): LlmError {
  return new LlmError(
    `Cannot send ${path}: the chat format cannot express its value`,
    UNSUPPORTED_OPTION_CODE,
  );
}

function withoutAbsent(
  fields: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
}
