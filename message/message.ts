/**
 * One message of a conversation.
 *
 * @module
 */

import type { ContentBlock, ToolResultBlock } from "./content_block.ts";
import type { MessageId } from "./ids.ts";
import type {
  MessageSource,
  ModelMessageSource,
  ToolMessageSource,
} from "./message_source.ts";

/** Who speaks. */
export type MessageRole = "system" | "user" | "assistant";

/** One message of a conversation. The constructors return it deeply frozen. */
export interface Message {
  /** Stays the same wherever the message goes. */
  readonly id: MessageId;
  /** Who speaks. */
  readonly role: MessageRole;
  /** What is said, block by block. */
  readonly content: ContentBlock[];
  /** Who produced it. */
  readonly source: MessageSource;
}

/** A message in the user role. */
export interface UserMessage extends Message {
  /** Always `"user"`. */
  readonly role: "user";
}

/** A message a model produced. */
export interface AssistantMessage extends Message {
  /** Always `"assistant"`. */
  readonly role: "assistant";
  /** Which model produced it. */
  readonly source: ModelMessageSource;
}

/** A message that holds one tool result. */
export interface ToolResultMessage extends Message {
  /** Always `"user"`: the result goes to the model as input. */
  readonly role: "user";
  /** The one result. */
  readonly content: [ToolResultBlock];
  /** The call it answers. */
  readonly source: ToolMessageSource;
}
