/**
 * The one shape of content.
 *
 * @module
 */

import type { ContentBlock, ContentInput } from "./content_block.ts";

/** Spells content out as blocks. What is neither is refused later, by name. */
export function toBlocks(content: ContentInput): ContentBlock[] {
  if (typeof content !== "string") return content as ContentBlock[];
  return [{ type: "text", text: content }];
}
