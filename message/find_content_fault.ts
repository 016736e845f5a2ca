/**
 * What content must be. Unknown block types are legal.
 *
 * @module
 */

import { type Fault, nameFault, objectFault, stringFault } from "./_fault.ts";
import type { ContentBlock } from "./content_block.ts";

/**
 * Finds what is wrong with content, at any depth.
 *
 * @param content The content.
 * @param path What to call it.
 * @returns The first fault, if there is one.
 */
export function findContentFault(
  content: readonly ContentBlock[],
  path: string,
): Fault | undefined {
  // Grows while it is walked, so depth cannot overflow the stack; a map, so that
  // a cycle ends.
  const pending = new Map([[content, path]]);
  for (const [blocks, at] of pending) {
    if (!Array.isArray(blocks)) {
      return { path: at, wanted: "an array of blocks" };
    }
    for (const [index, block] of blocks.entries()) {
      const fault = blockFault(block);
      if (fault !== undefined) {
        const { path, wanted } = fault;
        return { path: `${at}[${index}]${path && `.${path}`}`, wanted };
      }
      if (block.type === "tool-result") {
        pending.set(block.content, `${at}[${index}].content`);
      }
    }
  }
  return undefined;
}

function blockFault(block: ContentBlock): Fault | undefined {
  const fault = objectFault(block, "") ?? nameFault(block.type, "type");
  if (fault !== undefined) return fault;
  switch (block.type) {
    case "text":
    case "reasoning":
      return stringFault(block.text, "text");
    case "image":
      return objectFault(block.attachment, "attachment") ??
        nameFault(block.attachment.attachmentId, "attachment.attachmentId");
    case "tool-call":
      return stringFault(block.id, "id") ?? stringFault(block.name, "name") ??
        stringFault(block.arguments, "arguments");
    case "tool-result":
      return stringFault(block.toolCallId, "toolCallId");
    default:
      return undefined;
  }
}
