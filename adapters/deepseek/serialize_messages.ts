/**
 * From a conversation to the messages the server takes.
 *
 * @module
 */

import type { ContentBlock, Message } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { UNSUPPORTED_CONTENT_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { readReplayState, type ReplayEntry } from "./replay_state.ts";

/** A message as the server takes it. */
export type WireMessage =
  | {
    role: "system" | "user";
    content: string;
  }
  | {
    role: "assistant";
    content: string;
    reasoning_content?: string;
    tool_calls?: WireToolCall[];
  }
  | {
    role: "tool";
    tool_call_id: string;
    content: string;
  };

/** A tool call as the server takes it, with the fields it attached itself. */
export interface WireToolCall {
  [field: string]: unknown;
  /** Ties the result to the call. */
  id: string;
  /** The only kind there is. */
  type: "function";
  /** What is called. */
  function: {
    /** Name of the tool. */
    name: string;
    /** JSON text. */
    arguments: string;
  };
}

/** How {@linkcode serializeMessages} writes a conversation. */
export interface SerializeMessagesOptions {
  /** Whether the model thinks in this call: its tool turns then carry reasoning. */
  thinking: boolean;
  /** Where to report what was left out. */
  context?: LlmAdapterContext | undefined;
}

/**
 * Writes the system slot and the conversation in their order, but for results of
 * tools: they follow the turn that called for them.
 *
 * @param options The request.
 * @param settings How to write it.
 * @returns The messages.
 * @throws {LlmError} `UNSUPPORTED_CONTENT` if the format has no place for a block,
 * `INVALID_REPLAY_STATE` if an assistant message carries a malformed envelope.
 */
export function serializeMessages(
  options: GenerateOptions,
  settings: SerializeMessagesOptions,
): WireMessage[] {
  const written = resultsFirst(options.messages.flatMap((message, i) => {
    const path = `messages[${i}]`;
    switch (message.role) {
      case "system":
        return systemMessage(message, path);
      case "user":
        return userMessages(message, path);
      case "assistant": {
        const entries = replayEntries(message, path, settings.context);
        return assistantMessage(message, path, {
          entries,
          thinking: settings.thinking,
        });
      }
      default:
        throw new LlmError(
          `Cannot send request: "${path}.role" must be "system", "user" or "assistant"`,
          UNSUPPORTED_CONTENT_CODE,
        );
    }
  }));
  return options.system
    ? [{ role: "system", content: options.system }, ...written]
    : written;
}

function systemMessage(message: Message, path: string): WireMessage {
  return { role: "system", content: joinText(message.content, path) };
}

// The server wants the results right after the turn that asked for them, so they
// go before whatever else was said while the tools ran.
function resultsFirst(messages: readonly WireMessage[]): WireMessage[] {
  const ordered: WireMessage[] = [];
  let place: number | undefined;
  for (const message of messages) {
    if (message.role === "tool" && place !== undefined) {
      ordered.splice(place++, 0, message);
      continue;
    }
    ordered.push(message);
    if (message.role === "assistant") place = ordered.length;
  }
  return ordered;
}

function userMessages(message: Message, path: string): WireMessage[] {
  const results: WireMessage[] = [];
  let text = "";
  for (const [i, block] of message.content.entries()) {
    const at = `${path}.content[${i}]`;
    switch (block.type) {
      case "text":
        text += block.text;
        break;
      case "tool-result":
        results.push({
          role: "tool",
          tool_call_id: block.toolCallId,
          content: resultText(block.content, at, block.isError === true),
        });
        break;
      default:
        throw unsupported(block, at);
    }
  }
  return results.length > 0 && text === ""
    ? results
    : [...results, { role: "user", content: text }];
}

// The server refuses a result with nothing in it.
function resultText(
  content: readonly ContentBlock[],
  path: string,
  isError: boolean,
): string {
  const text = joinText(content, path);
  if (text.trim() !== "") return text;
  return isError ? "(failed without output)" : "(no output)";
}

function assistantMessage(
  message: Message,
  path: string,
  { entries, thinking }: {
    entries: readonly ReplayEntry[] | undefined;
    thinking: boolean;
  },
): WireMessage {
  const calls: WireToolCall[] = [];
  let content = "";
  let reasoning = "";
  for (const [i, block] of message.content.entries()) {
    switch (block.type) {
      case "text":
        content += block.text;
        break;
      case "reasoning":
        reasoning += block.text;
        break;
      case "tool-call":
        calls.push({
          ...entries?.[i],
          id: block.id,
          type: "function",
          function: {
            name: block.name,
            arguments: block.arguments.trim() === "" ? "{}" : block.arguments,
          },
        });
        break;
      default:
        throw unsupported(block, `${path}.content[${i}]`);
    }
  }
  // Never null: a turn with neither content nor calls would be refused, now and
  // in every later request.
  if (calls.length === 0) return { role: "assistant", content };
  if (!thinking) return { role: "assistant", content, tool_calls: calls };
  // Without the field the server refuses the request, even where the model did
  // not think before it called. On other turns it reads none.
  return {
    role: "assistant",
    content,
    reasoning_content: reasoning,
    tool_calls: calls,
  };
}

function replayEntries(
  message: Message,
  path: string,
  context: LlmAdapterContext | undefined,
): readonly ReplayEntry[] | undefined {
  const { source } = message;
  if (source.kind !== "model" || source.replayState === undefined) {
    return undefined;
  }
  const { blocks, unusable } = readReplayState(source.replayState, {
    blockCount: message.content.length,
    path: `${path}.source.replayState`,
  });
  if (unusable !== undefined) {
    context?.diagnostic({
      code: "REPLAY_STATE_LEFT_OUT",
      message: `Left out "${path}.source.replayState": ${unusable}`,
    });
  }
  return blocks;
}

function joinText(content: readonly ContentBlock[], path: string): string {
  let text = "";
  for (const [i, block] of content.entries()) {
    if (block.type !== "text") {
      throw unsupported(block, `${path}.content[${i}]`);
    }
    text += block.text;
  }
  return text;
}

function unsupported(block: ContentBlock, path: string): LlmError {
  return new LlmError(
    `Cannot send request: "${path}" must be a block the chat format has a place for, not "${block.type}"`,
    UNSUPPORTED_CONTENT_CODE,
  );
}
