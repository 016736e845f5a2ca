/**
 * Tells content that only some models accept.
 *
 * @module
 */

import type { ContentBlock } from "./content_block.ts";
import { blockList, refuse } from "./find_fault.ts";

/**
 * Tells whether there is an image among blocks, tool results included.
 *
 * @example Usage
 * ```ts
 * import { CallId, contentHasImage } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * const result = {
 *   type: "tool-result" as const,
 *   toolCallId: CallId("call-1"),
 *   content: [{ type: "text" as const, text: "No picture" }],
 * };
 *
 * equal(contentHasImage([result]), false);
 * ```
 *
 * @param blocks The blocks.
 * @returns Whether there is an image at any depth.
 * @throws {TypeError} If `blocks` is not an array.
 */
export function contentHasImage(blocks: readonly ContentBlock[]): boolean {
  refuse(blockList(blocks, "blocks"), "look for images");
  // Grows while it is walked, since results may hold results; a set, so that a
  // cycle ends.
  const pending = new Set([blocks]);
  for (const content of pending) {
    for (const block of content) {
      if (block.type === "image") return true;
      if (block.type === "tool-result") pending.add(block.content);
    }
  }
  return false;
}
