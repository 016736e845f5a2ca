/**
 * How many tokens a message takes.
 *
 * @module
 */

import type {
  ContentBlock,
  ImageAttachmentRef,
  Message,
} from "../../message.ts";
import { blockList, refuse } from "../../message/find_fault.ts";
import { checkedEstimator } from "./_checked_estimator.ts";
import type { TokenEstimator } from "./estimate_tokens.ts";

// What chat formats put around things: roles and marks of where they begin and end.
const MESSAGE_TOKENS = 4;
const TOOL_CALL_TOKENS = 8;
const TOOL_RESULT_TOKENS = 4;

// Between what providers say of theirs.
const PIXELS_PER_TOKEN = 750;
const MIN_IMAGE_TOKENS = 85;
const MAX_IMAGE_TOKENS = 1_600;

/** Options for {@linkcode estimateMessage}. */
export interface EstimateMessageOptions {
  /**
   * Counts the tokens of a text, such as the tokenizer of the model.
   *
   * @default {estimateTokens}
   */
  estimate?: TokenEstimator | undefined;
}

/**
 * Estimates how many tokens a message takes in a request.
 *
 * Around its content a message takes 4 tokens, a tool call 8, a tool result 4.
 * Ids take none: what the model reads does not hold them. An image takes one for
 * each 750 pixels, 85 at least and 1,600 at most, which is also what one of
 * unknown size takes. A block of an unknown type takes what its JSON does.
 *
 * @example Usage
 * ```ts
 * import { createUserMessage } from "@dsh/llm";
 * import { estimateMessage } from "@dsh/llm/meter";
 * import { equal } from "node:assert/strict";
 *
 * const message = createUserMessage({ content: "How deep is the lake?" });
 *
 * equal(estimateMessage(message), 10);
 * equal(estimateMessage(message, { estimate: (text) => text.length }), 25);
 * ```
 *
 * @param message The message.
 * @param options An exact tokenizer, where there is one.
 * @returns The tokens: a positive integer.
 * @throws {TypeError} If the message has no content, or `estimate` is no function.
 * @throws {RangeError} If `estimate` returns what is no integer, or one below 0.
 */
export function estimateMessage(
  message: Message,
  options: EstimateMessageOptions = {},
): number {
  const estimate = checkedEstimator(options.estimate);
  refuse(blockList(message?.content, "message.content"), "estimate tokens");
  let tokens = MESSAGE_TOKENS;
  // Grows while it is walked, so depth cannot overflow the stack.
  const pending = [message.content];
  for (const blocks of pending) {
    for (const block of blocks) {
      tokens += tokensOf(block, estimate);
      if (block.type === "tool-result") pending.push(block.content);
    }
  }
  return tokens;
}

/** What a block takes, but for the blocks within. */
function tokensOf(block: ContentBlock, estimate: TokenEstimator): number {
  switch (block.type) {
    case "text":
    case "reasoning":
      return estimate(block.text);
    case "image":
      return imageTokens(block.attachment);
    case "tool-call":
      return TOOL_CALL_TOKENS + estimate(block.name) +
        estimate(block.arguments);
    case "tool-result":
      return TOOL_RESULT_TOKENS;
    default:
      return estimate(JSON.stringify(block));
  }
}

function imageTokens({ width, height }: ImageAttachmentRef): number {
  if (!width || !height) return MAX_IMAGE_TOKENS;
  const tokens = Math.ceil(width * height / PIXELS_PER_TOKEN);
  return Math.min(Math.max(tokens, MIN_IMAGE_TOKENS), MAX_IMAGE_TOKENS);
}
