/**
 * From what the user and the tools say to what pi-ai takes for it.
 *
 * @module
 */

import type { CallId, ContentBlock, Message } from "../../message.ts";
import { imageLine } from "../../runtime/image_text.ts";
import type { RequestImage } from "../../runtime/read_images.ts";
import type { PiAiImage, PiAiMessage, PiAiText } from "./pi_ai_module.ts";
import type { KnownCalls } from "./to_answer.ts";
import { unsupportedBlock } from "./unsupported_block.ts";

/** An image that is to be read, and where its bytes go. */
export interface PendingImage extends RequestImage {
  /** What is sent, but for its bytes. */
  readonly target: PiAiImage;
}

type Parts = (PiAiText | PiAiImage)[];

/** Images of results, each behind the line that names it. */
export type ShownImages = Parts;

/** How {@linkcode toUserMessages} writes a message. */
export interface ToUserMessagesOptions {
  /** Where the message is. */
  readonly path: string;
  /** What is known of the calls it answers. */
  readonly calls: KnownCalls;
  /** Where its images are added. */
  readonly pending: PendingImage[];
  /** Whether results take text alone. */
  readonly textResults: boolean;
}

/**
 * Writes a message of the role `user`, and a line before each image that names it.
 *
 * @param message The message.
 * @param options Where it is, and where its images go.
 * @returns Each result, the images that results have no place for, and what is said
 * beside.
 * @throws {LlmError} `UNSUPPORTED_CONTENT` if there is no place for a block.
 */
export function toUserMessages(
  message: Message,
  { path, calls, pending, textResults }: ToUserMessagesOptions,
): (PiAiMessage | ShownImages)[] {
  const results: PiAiMessage[] = [];
  const shown: ShownImages = [];
  const said: Parts = [];
  for (const [k, block] of message.content.entries()) {
    const at = `${path}.content[${k}]`;
    if (block.type !== "tool-result") {
      said.push(...toParts(block, at, { pending }));
      continue;
    }
    const { toolCallId } = block;
    const place = textResults
      ? { pending, shown, callId: toolCallId }
      : { pending };
    results.push({
      role: "toolResult",
      toolCallId: calls.ids.get(toolCallId) ?? toolCallId,
      // Whoever asks for the name of a tool finds any better than none.
      toolName: calls.names.get(toolCallId) ?? "tool",
      content: toParts(block, at, place),
      isError: block.isError === true,
      timestamp: 0,
    });
  }
  return [
    ...results,
    ...(shown.length > 0 ? [shown] : []),
    ...(results.length > 0 && said.length === 0
      ? []
      : [userMessage(joined(said))]),
  ];
}

/** What the user says, or is to have said. */
export function userMessage(content: string | Parts): PiAiMessage {
  return { role: "user", content, timestamp: 0 };
}

/** Text alone is sent as such: not every server takes it in parts. */
function joined(parts: Parts): string | Parts {
  let text = "";
  for (const part of parts) {
    if (part.type !== "text") return parts;
    text += part.text;
  }
  return text;
}

/** Where images go. */
interface ImagePlace {
  readonly pending: PendingImage[];
  /** Where they are shown, if not where they are. */
  readonly shown?: ShownImages;
  readonly callId?: CallId;
}

function toParts(block: ContentBlock, path: string, place: ImagePlace): Parts {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image": {
      const { attachment } = block;
      const { pending, shown, callId } = place;
      const target: PiAiImage = {
        type: "image",
        data: "",
        mimeType: attachment.mediaType,
      };
      pending.push({ attachment, path, target });
      const line: PiAiText = { type: "text", text: imageLine(attachment) };
      if (shown === undefined) return [line, target];
      shown.push({ type: "text", text: imageLine(attachment, callId) }, target);
      return [line];
    }
    case "tool-result":
      return block.content.flatMap((inner, k) =>
        toParts(inner, `${path}.content[${k}]`, place)
      );
    default:
      throw unsupportedBlock(block, path);
  }
}
