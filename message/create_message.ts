/**
 * Makes a message of any role and source.
 *
 * @module
 */

import { toBlocks } from "./_to_blocks.ts";
import type { ContentInput } from "./content_block.ts";
import { object, refuse } from "./find_fault.ts";
import { freezeMessage } from "./freeze_message.ts";
import { MessageId } from "./ids.ts";
import type { Message, MessageRole } from "./message.ts";
import type { MessageSource } from "./message_source.ts";
import { randomUuid } from "./random_uuid.ts";

/** What {@linkcode createMessage} needs. */
export interface MessageInput {
  /** Who speaks. */
  role: MessageRole;
  /** What is said. */
  content: ContentInput;
  /** Who produced it. */
  source: MessageSource;
}

/**
 * Makes a message with a fresh id: a detached copy, deeply frozen.
 *
 * @example Context from a part of the application
 * ```ts
 * import { createMessage, textOf } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * const message = createMessage({
 *   role: "user",
 *   content: "The build passed",
 *   source: {
 *     kind: "plugin",
 *     plugin: "build",
 *     form: "notice",
 *     summary: "Build passed",
 *   },
 * });
 *
 * equal(textOf(message), "The build passed");
 * equal(Object.isFrozen(message.content), true);
 * ```
 *
 * @param input Role, content and source.
 * @returns The message.
 * @throws {TypeError} If an argument is wrong, or holds what cannot be cloned.
 * The error names the argument.
 */
export function createMessage(input: MessageInput): Message {
  refuse(object(input, "input"));
  const { role, content, source } = input;
  return freezeMessage({
    id: MessageId(randomUuid()),
    role,
    content: toBlocks(content),
    source,
  });
}
