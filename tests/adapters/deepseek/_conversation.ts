/**
 * Conversations in small, and their way through serializeMessages().
 *
 * @module
 */

import { serializeMessages } from "../../../adapters/deepseek/serialize_messages.ts";
import type { WrittenImage } from "../../../adapters/deepseek/serialize_user_message.ts";
import type { WireMessage } from "../../../adapters/deepseek/wire_message.ts";
import {
  AttachmentId,
  CallId,
  type ContentBlock,
  type Message,
  MessageId,
  type MessageRole,
} from "../../../message.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";

/** A message of any role. */
export function message(
  role: MessageRole,
  content: ContentBlock[],
  replayState?: unknown,
): Message {
  const source = role === "assistant"
    ? { kind: "model" as const, provider: "ds", model: "m", replayState }
    : { kind: "user" as const };
  return { id: MessageId("1"), role, content, source };
}

/** A text block. */
export function text(text: string): ContentBlock {
  return { type: "text", text };
}

/** A reasoning block. */
export function reasoning(text: string): ContentBlock {
  return { type: "reasoning", text };
}

/** A call to `ls`. */
export function call(id: string, args = "{}"): ContentBlock {
  return { type: "tool-call", id: CallId(id), name: "ls", arguments: args };
}

/** The result of a call. */
export function result(
  id: string,
  content: ContentBlock[],
  isError?: boolean,
): ContentBlock {
  return { type: "tool-result", toolCallId: CallId(id), content, isError };
}

/** An image block. */
export const image: ContentBlock = {
  type: "image",
  attachment: {
    attachmentId: AttachmentId("cat"),
    mediaType: "image/png",
    bytes: 3,
  },
};

/** A block of a type nobody here knows. */
export const chart = { type: "chart", points: [1] } as unknown as ContentBlock;

/** Serializes messages, collecting what is reported. */
export function serialize(
  messages: Message[],
  { thinking = true, system, images = [], diagnostics = [] }: {
    thinking?: boolean;
    system?: string;
    images?: WrittenImage[];
    diagnostics?: LlmDiagnostic[];
  } = {},
): WireMessage[] {
  const context = {
    diagnostic: (diagnostic: LlmDiagnostic) =>
      void diagnostics.push(diagnostic),
    response: () => {},
  };
  return serializeMessages(
    { messages, system },
    { thinking, images, context },
  );
}

/** The wire form of one call to `ls`. */
export function wireCall(id: string, args = "{}"): Record<string, unknown> {
  return { id, type: "function", function: { name: "ls", arguments: args } };
}
