/**
 * Makes a message a model produced.
 *
 * @module
 */

import type { ContentInput } from "./content_block.ts";
import { createMessage } from "./create_message.ts";
import { object, refuse } from "./find_fault.ts";
import type { AssistantMessage } from "./message.ts";
import type { AssistantProvenance } from "./message_source.ts";

/** What {@linkcode createAssistantMessage} needs. */
export interface AssistantMessageInput {
  /** What the model produced. */
  content: ContentInput;
  /** Which model it was, and its adapter's replay state. */
  source: AssistantProvenance;
}

/**
 * Makes a message a model produced with a fresh id: a detached copy, deeply
 * frozen, in the assistant role and with a source of kind `model`.
 *
 * @example Keeping a response
 * ```ts
 * import { createAssistantMessage } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * const message = createAssistantMessage({
 *   content: "Hello",
 *   source: { provider: "deepseek", model: "deepseek-chat" },
 * });
 *
 * equal(message.role, "assistant");
 * equal(message.source.kind, "model");
 * ```
 *
 * @param input Content and source.
 * @returns The message.
 * @throws {TypeError} If an argument is wrong, or holds what cannot be cloned.
 * The error names the argument.
 */
export function createAssistantMessage(
  input: AssistantMessageInput,
): AssistantMessage {
  refuse(object(input, "input"));
  const { content, source } = input;
  refuse(object(source, "source"));
  return createMessage({
    role: "assistant",
    content,
    source: { ...source, kind: "model" },
  }) as AssistantMessage;
}
