/**
 * The one shape of content.
 *
 * @module
 */

import { refuse } from "./_fault.ts";
import type { ContentBlock, ContentInput } from "./content_block.ts";

/** Spells content out as blocks. */
export function toBlocks(content: ContentInput): ContentBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) {
    refuse({ path: "content", wanted: "a string or an array of blocks" });
  }
  return content as ContentBlock[];
}
