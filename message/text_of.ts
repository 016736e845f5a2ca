/**
 * The plain text of a message.
 *
 * @module
 */

import { blockList, refuse } from "./find_fault.ts";
import type { Message } from "./message.ts";

/**
 * Joins the text blocks of a message with nothing between them. Reasoning, tool
 * calls and tool results are not part of it.
 *
 * @example Usage
 * ```ts
 * import { createUserMessage, textOf } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * const message = createUserMessage({
 *   content: [{ type: "text", text: "Hello, " }, { type: "text", text: "world" }],
 * });
 *
 * equal(textOf(message), "Hello, world");
 * ```
 *
 * @param message The message, or anything else with content.
 * @returns The text, empty if there is none.
 * @throws {TypeError} If the argument has no array of blocks for its content.
 */
export function textOf(message: Pick<Message, "content">): string {
  refuse(blockList(message?.content, "message.content"), "read text");
  let text = "";
  for (const block of message.content) {
    if (block.type === "text") text += block.text;
  }
  return text;
}
