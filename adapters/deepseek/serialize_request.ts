/**
 * From a request to the JSON body the server takes.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { unsupportedEffort } from "../../runtime/call_config.ts";
import { UNSUPPORTED_OPTION_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import type {
  GenerateOptions,
  ResponseFormat,
  ToolChoice,
  ToolSchema,
} from "../../runtime/request.ts";
import { serializeProviderOptions } from "../../runtime/serialize_provider_options.ts";
import { findModel, offeredEfforts } from "./models.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { serializeMessages } from "./serialize_messages.ts";
import type { WrittenImage } from "./serialize_user_message.ts";
import { shownMessages } from "./shown_messages.ts";

/** How {@linkcode serializeRequest} writes a request. */
export interface SerializeRequestOptions {
  /**
   * The configuration of the call. Its defaults fill what the request leaves
   * open.
   */
  config: ResolvedDeepSeekOptions;
  /** Where the images are added, their bytes to be filled in. */
  images: WrittenImage[];
  /** Where to report what was left out. */
  context?: LlmAdapterContext | undefined;
}

/**
 * Writes a request as the body of a chat completion call.
 *
 * @param request The request.
 * @param options How to write it.
 * @returns The body: a plain object to be written as JSON.
 * @throws {LlmError} `UNSUPPORTED_CONTENT`, `UNSUPPORTED_OPTION`,
 * `UNSUPPORTED_REASONING_EFFORT` or `INVALID_REPLAY_STATE`.
 */
export function serializeRequest(
  request: GenerateOptions,
  options: SerializeRequestOptions,
): Record<string, unknown> {
  const { model, stop, tools, toolChoice, responseFormat } = request;
  const { config, context, images } = options;
  const effort = effortOf(request, config);
  const thinking = effort !== "off";
  const messages = shownMessages(request, { config, context });

  // Every field the adapter may ever set is named here, set or not: a provider
  // option must not replace one that this request happens to leave out.
  const own = {
    model,
    messages: serializeMessages(
      { system: request.system, messages },
      { thinking, images, context },
    ),
    stream: true,
    stream_options: { include_usage: true },
    thinking: { type: thinking ? "enabled" : "disabled" },
    reasoning_effort: thinking ? effort : undefined,
    tools: tools?.length ? tools.map(serializeTool) : undefined,
    tool_choice: toolChoice && serializeToolChoice(toolChoice),
    response_format: responseFormat && serializeFormat(responseFormat),
    temperature: request.temperature,
    max_tokens: request.maxTokens ?? findModel(config, model).maxTokens ??
      config.maxTokens,
    stop: stop?.length ? [...stop] : undefined,
    top_p: request.topP,
    seed: request.seed,
  };
  const ownKeys = Object.keys(own);
  return {
    ...withoutAbsent(own),
    ...serializeProviderOptions(request, { ownKeys, context }),
  };
}

function effortOf(
  { model, purpose, reasoningEffort }: GenerateOptions,
  config: ResolvedDeepSeekOptions,
): string {
  const effort: string = reasoningEffort ?? config.reasoningEffort;
  const offered: readonly string[] = offeredEfforts(config);
  if (!offered.includes(effort)) {
    throw unsupportedEffort(effort, { model, offered });
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
      if (typeof choice.name !== "string") {
        throw unsupported(
          '"toolChoice" must be "auto", "none", "required" or the name of a tool',
        );
      }
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
      throw unsupported(
        '"responseFormat.type" must be "text", "json" or "json-schema"',
      );
  }
}

function unsupported(state: string): LlmError {
  return new LlmError(`Cannot send request: ${state}`, UNSUPPORTED_OPTION_CODE);
}

function withoutAbsent(
  fields: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
}
