/**
 * One block in the making.
 *
 * @module
 */

import {
  CallId,
  type ContentBlock,
  type ContentBlockType,
  type ToolCallBlock,
} from "../message.ts";
import { MALFORMED_RESPONSE_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";

/** What is known of one block. */
export interface BlockSlot {
  /** What the block is: as announced, or as its first delta shows. */
  readonly type: ContentBlockType;
  /**
   * Text, reasoning or raw arguments so far. Grown by `+=` alone: engines append
   * without copying as long as nobody looks at the characters.
   */
  text: string;
  /** Last call id that says something. */
  id: string;
  /** Last tool name that says something. */
  name: string;
  /** The whole block, once it ended. */
  block?: ContentBlock;
}

/** What a block is: as it ended, else as it began. */
export function typeOf(slot: BlockSlot): ContentBlockType {
  return slot.block?.type ?? slot.type;
}

/** Makes a block of its deltas. */
export function assembled(index: number, slot: BlockSlot): ContentBlock {
  const { type, text } = slot;
  switch (type) {
    case "text":
    case "reasoning":
      return { type, text };
    case "tool-call":
      return identified(
        { type, id: CallId(""), name: "", arguments: text },
        { index, slot },
      );
    default:
      throw new LlmError(
        `Cannot assemble block ${index}: it is of type "${type}" and did not end`,
        MALFORMED_RESPONSE_CODE,
      );
  }
}

/** Fills in what a call does not say about itself. */
export function identified(
  call: ToolCallBlock,
  { index, slot }: { readonly index: number; readonly slot: BlockSlot },
): ToolCallBlock {
  if (call.id && call.name) return call;
  const id = CallId(call.id || slot.id || `call-${index}`);
  return { ...call, id, name: call.name || slot.name };
}
