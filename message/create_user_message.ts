/**
 * Makes a message in the user role.
 *
 * @module
 */

import type { ContentInput } from "./content_block.ts";
import { createMessage } from "./create_message.ts";
import { object, refuse } from "./find_fault.ts";
import type { UserMessage } from "./message.ts";
import type { MessageSource } from "./message_source.ts";

/** What {@linkcode createUserMessage} needs. */
export interface UserMessageInput {
  /** What is said. */
  content: ContentInput;
  /**
   * Who produced it.
   *
   * @default {a person: kind `"user"`}
   */
  source?: MessageSource | undefined;
}

/**
 * Makes a message in the user role with a fresh id: a detached copy, deeply
 * frozen.
 *
 * @example Usage
 * ```ts
 * import { createUserMessage } from "@dsh/llm/message";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const message = createUserMessage({ content: "Hello" });
 *
 * equal(message.role, "user");
 * deepEqual(message.content, [{ type: "text", text: "Hello" }]);
 * deepEqual(message.source, { kind: "user" });
 * ```
 *
 * @param input Content and source.
 * @returns The message.
 * @throws {TypeError} If an argument is wrong, or holds what cannot be cloned.
 * The error names the argument.
 */
export function createUserMessage(input: UserMessageInput): UserMessage {
  refuse(object(input, "input"));
  const { content, source = { kind: "user" } } = input;
  return createMessage({ role: "user", content, source }) as UserMessage;
}
