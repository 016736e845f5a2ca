/**
 * What content must be. Unknown block types are legal.
 *
 * @module
 */

import type { ContentBlock } from "./content_block.ts";
import {
  blockList,
  type Fault,
  type Fields,
  type FieldsByTag,
  filled,
  findFault,
  text,
} from "./find_fault.ts";

const BLOCKS: FieldsByTag = new Map<unknown, Fields>([
  ["text", { text }],
  ["reasoning", { text }],
  ["image", { attachment: { attachmentId: filled } }],
  ["tool-call", { id: text, name: text, arguments: text }],
  ["tool-result", { toolCallId: text }],
]);

/**
 * Finds what is wrong with content, at any depth.
 *
 * @param content The content.
 * @param path What to call it.
 * @returns The first fault, if there is one.
 */
export function findContentFault(
  content: unknown,
  path: string,
): Fault | undefined {
  // Grows while it is walked, so depth cannot overflow the stack; a map, so that
  // a cycle ends.
  const pending = new Map([[content, path]]);
  for (const [blocks, path] of pending) {
    let fault = blockList(blocks, path);
    if (fault) return fault;
    for (const [index, block] of (blocks as ContentBlock[]).entries()) {
      const at = `${path}[${index}]`;
      fault = findFault(block, at, BLOCKS.get(block?.type) ?? { type: filled });
      if (fault) return fault;
      if (block.type === "tool-result") {
        pending.set(block.content, `${at}.content`);
      }
    }
  }
}
