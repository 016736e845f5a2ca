/**
 * The one shape of content.
 *
 * @module
 */

import type { ContentBlock, ContentInput } from "./content_block.ts";
import { must, refuse } from "./find_fault.ts";

/** Spells content out as blocks. */
export function toBlocks(content: ContentInput): ContentBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  const wanted = "a string or an array of blocks";
  refuse(must(Array.isArray(content), "content", wanted));
  return content as ContentBlock[];
}
