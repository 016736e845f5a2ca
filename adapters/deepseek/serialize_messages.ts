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
import { resultsFirst } from "../../runtime/results_first.ts";
import { readReplayState, type ReplayEntry } from "./replay_state.ts";
import {
  serializeUserMessage,
  type WrittenImage,
} from "./serialize_user_message.ts";
import { unsupportedBlock } from "./unsupported_block.ts";
import type { WireMessage, WirePart, WireToolCall } from "./wire_message.ts";

/** How {@linkcode serializeMessages} writes a conversation. */
export interface SerializeMessagesOptions {
  /** Whether the model thinks in this call: its tool turns then carry reasoning. */
  thinking: boolean;
  /** Where the images are added, their bytes to be filled in. */
  images: WrittenImage[];
  /** Where to report what was left out. */
  context?: LlmAdapterContext | undefined;
}

/**
 * Writes the system slot and the conversation in their order, but for results of
 * tools: they follow the turn that called for them, and images in them follow those
 * in a message of their own.
 *
 * @param options What the request says.
 * @param settings How to write it.
 * @returns The messages.
 * @throws {LlmError} `UNSUPPORTED_CONTENT` if the format has no place for a block,
 * `INVALID_REPLAY_STATE` if an assistant message carries a malformed envelope.
 */
export function serializeMessages(
  options: Pick<GenerateOptions, "system" | "messages">,
  settings: SerializeMessagesOptions,
): WireMessage[] {
  const entries = options.messages.flatMap((message, i) => {
    const path = `messages[${i}]`;
    switch (message.role) {
      case "system":
        return systemMessage(message, path);
      case "user": {
        const { images } = settings;
        const written = serializeUserMessage(message, { path, images });
        const { results, shown, said } = written;
        return shown.length === 0
          ? [...results, ...said]
          : [...results, shown, ...said];
      }
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
  });
  const written = resultsFirst<WireMessage, WirePart>(entries, {
    resultRole: "tool",
    userMessage: (content) => ({ role: "user", content }),
  });
  return options.system
    ? [{ role: "system", content: options.system }, ...written]
    : written;
}

function systemMessage(message: Message, path: string): WireMessage {
  return { role: "system", content: joinText(message.content, path) };
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
        throw unsupportedBlock(block, `${path}.content[${i}]`);
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
      throw unsupportedBlock(block, `${path}.content[${i}]`);
    }
    text += block.text;
  }
  return text;
}
