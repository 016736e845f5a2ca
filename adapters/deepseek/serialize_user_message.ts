/**
 * From what the user and the tools say to the messages the server takes.
 *
 * @module
 */

import type {
  CallId,
  ContentBlock,
  ImageBlock,
  Message,
  ToolResultBlock,
} from "../../message.ts";
import { imageLine } from "../../runtime/image_text.ts";
import type { RequestImage } from "../../runtime/read_images.ts";
import { unsupportedBlock } from "./unsupported_block.ts";
import type { WireImage, WireMessage, WirePart } from "./wire_message.ts";

/** An image that is written, but for its bytes. */
export interface WrittenImage extends RequestImage {
  /** The part whose URL is to be filled in. */
  readonly part: WireImage;
}

/** How {@linkcode serializeUserMessage} writes a message. */
export interface SerializeUserMessageOptions {
  /** Where the message is in the request. */
  readonly path: string;
  /** Where the images of the message are added. */
  readonly images: WrittenImage[];
}

/** A message of the role `user`, in the pieces the server takes apart. */
export interface SerializedUserMessage {
  /** What tools answered, in words. */
  readonly results: WireMessage[];
  /** The images in that, for which a result has no place. */
  readonly shown: WirePart[];
  /** What is said beside. */
  readonly said: WireMessage[];
}

/**
 * Writes a message of the role `user`, and a line before each image that names it.
 *
 * @param message The message.
 * @param options Where it is, and where its images go.
 * @returns Its pieces.
 * @throws {LlmError} `UNSUPPORTED_CONTENT` if the format has no place for a block.
 */
export function serializeUserMessage(
  message: Message,
  { path, images }: SerializeUserMessageOptions,
): SerializedUserMessage {
  const results: WireMessage[] = [];
  const shown: WirePart[] = [];
  const parts: WirePart[] = [];
  let text = "";

  function endText(): void {
    if (text !== "") parts.push({ type: "text", text });
    text = "";
  }

  for (const [i, block] of message.content.entries()) {
    const at = `${path}.content[${i}]`;
    switch (block.type) {
      case "text":
        text += block.text;
        break;
      case "image":
        endText();
        parts.push(...imageParts(block, { path: at, images }));
        break;
      case "tool-result":
        results.push({
          role: "tool",
          tool_call_id: block.toolCallId,
          content: resultText(block, at),
        });
        shown.push(...resultImages(block, { path: at, images }));
        break;
      default:
        throw unsupportedBlock(block, at);
    }
  }
  // Text alone is sent as such: not every server takes parts.
  const plain = parts.length === 0;
  if (!plain) endText();
  const silent = plain && text === "" && results.length > 0;
  return {
    results,
    shown,
    said: silent ? [] : [{ role: "user", content: plain ? text : parts }],
  };
}

function imageParts(
  { attachment }: ImageBlock,
  { path, images, callId }: SerializeUserMessageOptions & {
    readonly callId?: CallId;
  },
): WirePart[] {
  const part: WireImage = { type: "image_url", image_url: { url: "" } };
  images.push({ attachment, path, part });
  return [{ type: "text", text: imageLine(attachment, callId) }, part];
}

function resultImages(
  { content, toolCallId: callId }: ToolResultBlock,
  { path, images }: SerializeUserMessageOptions,
): WirePart[] {
  return content.flatMap((block, i) =>
    block.type === "image"
      ? imageParts(block, { path: `${path}.content[${i}]`, images, callId })
      : []
  );
}

function resultText(
  { content, isError }: ToolResultBlock,
  path: string,
): string {
  const text = content.map((block: ContentBlock, i) => {
    switch (block.type) {
      case "text":
        return block.text;
      case "image":
        return imageLine(block.attachment);
      default:
        throw unsupportedBlock(block, `${path}.content[${i}]`);
    }
  }).join("");
  if (text.trim() !== "") return text;
  // The server refuses a result with nothing in it.
  return isError === true ? "(failed without output)" : "(no output)";
}
