/**
 * Makes a message that answers a tool call.
 *
 * @module
 */

import { toBlocks } from "./_to_blocks.ts";
import type { ContentInput, ToolResultBlock } from "./content_block.ts";
import { createMessage } from "./create_message.ts";
import { findContentFault } from "./find_content_fault.ts";
import { filled, must, object, refuse } from "./find_fault.ts";
import type { CallId } from "./ids.ts";
import type { ToolResultMessage } from "./message.ts";

/** What {@linkcode createToolResultMessage} needs. */
export interface ToolResultMessageInput {
  /** The call this answers. */
  callId: CallId;
  /** What the tool produced. */
  content: ContentInput;
  /**
   * Whether the tool failed.
   *
   * @default {undefined}
   */
  isError?: boolean | undefined;
}

/**
 * Makes a message that answers a tool call with a fresh id: a detached copy,
 * deeply frozen, with one block, in the user role and with a source of kind
 * `tool`.
 *
 * @example Usage
 * ```ts
 * import { CallId, createToolResultMessage } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * const message = createToolResultMessage({
 *   callId: CallId("call-1"),
 *   content: "No such file",
 *   isError: true,
 * });
 *
 * equal(message.content[0].toolCallId, message.source.callId);
 * equal(message.content[0].isError, true);
 * ```
 *
 * @param input The call, the result, and whether it is an error.
 * @returns The message.
 * @throws {TypeError} If an argument is wrong, or holds what cannot be cloned.
 * The error names the argument.
 */
export function createToolResultMessage(
  input: ToolResultMessageInput,
): ToolResultMessage {
  refuse(object(input, "input"));
  const { callId, content, isError } = input;
  const block: ToolResultBlock = {
    type: "tool-result",
    toolCallId: callId,
    content: toBlocks(content),
  };
  // Checked here so that errors name what the caller wrote, not the block.
  refuse(
    filled(callId, "callId") ?? findContentFault(block.content, "content"),
  );
  if (isError !== undefined) {
    refuse(must(typeof isError === "boolean", "isError", "a boolean"));
    block.isError = isError;
  }
  return createMessage({
    role: "user",
    content: [block],
    source: { kind: "tool", callId },
  }) as ToolResultMessage;
}
