/**
 * From a conversation to the one that pi-ai takes.
 *
 * @module
 */

import type { ContentBlock, Message } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { UNSUPPORTED_CONTENT_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { limitImages } from "../../runtime/image_budget.ts";
import { withoutImages } from "../../runtime/image_placeholder.ts";
import { imageLine } from "../../runtime/image_text.ts";
import { readImages, type RequestImage } from "../../runtime/read_images.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { storeFor } from "../../runtime/store_for.ts";
import type {
  PiAiContext,
  PiAiImage,
  PiAiMessage,
  PiAiModelRecord,
  PiAiText,
} from "./pi_ai_module.ts";
import type { ResolvedPiAiOptions } from "./resolve_options.ts";
import { toAnswer } from "./to_answer.ts";

/** How {@linkcode toContext} writes a conversation. */
export interface ToContextOptions {
  /** The model it is for. */
  readonly model: PiAiModelRecord;
  /** Where images are, and how many may be sent. */
  readonly config: Pick<
    ResolvedPiAiOptions,
    "attachments" | "maxImages" | "maxImageBytes"
  >;
  /** Milliseconds to wait for images. */
  readonly timeoutMs: number;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Where to report what was left out. */
  readonly context?: LlmAdapterContext | undefined;
}

/** What the messages so far have said of the calls in them. */
interface Calls {
  /** Names of the tools, by the id in the message. */
  readonly names: Map<string, string>;
  /** Ids that the provider knows, by the id in the message. */
  readonly ids: Map<string, string>;
}

/** An image that is to be read, and where its bytes go. */
interface PendingImage extends RequestImage {
  readonly target: PiAiImage;
}

/**
 * Writes system slot, tools and conversation in their order, but for results of
 * tools: they follow the turn that called for them.
 *
 * @param request The request.
 * @param options How to write it.
 * @returns The conversation.
 * @throws {LlmError} `UNSUPPORTED_CONTENT` if there is no place for a block or no
 * image to send, `INVALID_REPLAY_STATE` if an assistant message carries a malformed
 * envelope, or what the store of the images fails with.
 */
export async function toContext(
  request: GenerateOptions,
  options: ToContextOptions,
): Promise<PiAiContext> {
  const { system, tools } = request;
  const { model, config, timeoutMs, signal, context } = options;
  const pending: PendingImage[] = [];
  const calls: Calls = { names: new Map(), ids: new Map() };
  const messages = showable(request.messages, options).flatMap((message, k) => {
    const path = `messages[${k}]`;
    switch (message.role) {
      case "system":
        return systemMessage(message, path);
      case "user":
        return userMessages(message, { path, calls, pending });
      case "assistant":
        return toAnswer(message, { path, calls, model, context });
      default:
        throw unsupported(
          `"${path}.role" must be "system", "user" or "assistant"`,
        );
    }
  });
  if (pending.length > 0) {
    const attachments = storeFor(pending, config.attachments);
    const read = await readImages(pending, { attachments, timeoutMs, signal });
    for (const [k, { target }] of pending.entries()) target.data = read[k]!;
  }
  return {
    ...(system && { systemPrompt: system }),
    messages: resultsFirst(messages),
    ...(tools?.length && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        parameters,
      })),
    }),
  };
}

function showable(
  messages: Message[],
  { model, config, context }: ToContextOptions,
): Message[] {
  if (!model.input.includes("image")) return withoutImages(messages);
  const { maxImages, maxImageBytes: maxBytes } = config;
  const limited = limitImages(messages, { maxImages, maxBytes });
  if (limited.dropped > 0) {
    context?.diagnostic({
      code: "IMAGES_LEFT_OUT",
      message:
        `Left out images (${limited.dropped}): a request carries at most ${maxImages}, of ${maxBytes} bytes together`,
    });
  }
  return limited.messages;
}

// A provider wants the results right after the turn that asked for them, and pi-ai
// makes some up where it meets another message first.
function resultsFirst(messages: readonly PiAiMessage[]): PiAiMessage[] {
  const ordered: PiAiMessage[] = [];
  let place: number | undefined;
  for (const message of messages) {
    if (message.role === "toolResult" && place !== undefined) {
      ordered.splice(place++, 0, message);
      continue;
    }
    ordered.push(message);
    if (message.role === "assistant") place = ordered.length;
  }
  return ordered;
}

function systemMessage(message: Message, path: string): PiAiMessage {
  const text = message.content.map((block, k) => {
    if (block.type === "text") return block.text;
    throw noPlace(block, `${path}.content[${k}]`);
  });
  return { role: "system", content: text.join(""), timestamp: 0 };
}

interface UserMessageOptions {
  readonly path: string;
  readonly calls: Calls;
  readonly pending: PendingImage[];
}

function userMessages(
  message: Message,
  { path, calls, pending }: UserMessageOptions,
): PiAiMessage[] {
  const results: PiAiMessage[] = [];
  const rest: (PiAiText | PiAiImage)[] = [];
  for (const [k, block] of message.content.entries()) {
    const at = `${path}.content[${k}]`;
    if (block.type !== "tool-result") {
      rest.push(...toParts(block, at, pending));
      continue;
    }
    const { toolCallId } = block;
    results.push({
      role: "toolResult",
      toolCallId: calls.ids.get(toolCallId) ?? toolCallId,
      // Whoever asks for the name of a tool finds any better than none.
      toolName: calls.names.get(toolCallId) ?? "tool",
      content: toParts(block, at, pending),
      isError: block.isError === true,
      timestamp: 0,
    });
  }
  return results.length > 0 && rest.length === 0
    ? results
    : [...results, { role: "user", content: joined(rest), timestamp: 0 }];
}

/** Text alone is sent as such: not every server takes it in parts. */
function joined(
  parts: (PiAiText | PiAiImage)[],
): string | (PiAiText | PiAiImage)[] {
  let text = "";
  for (const part of parts) {
    if (part.type !== "text") return parts;
    text += part.text;
  }
  return text;
}

function toParts(
  block: ContentBlock,
  path: string,
  pending: PendingImage[],
): (PiAiText | PiAiImage)[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image": {
      const { attachment } = block;
      const target: PiAiImage = {
        type: "image",
        data: "",
        mimeType: attachment.mediaType,
      };
      pending.push({ attachment, path, target });
      return [{ type: "text", text: imageLine(attachment) }, target];
    }
    case "tool-result":
      return block.content.flatMap((inner, k) =>
        toParts(inner, `${path}.content[${k}]`, pending)
      );
    default:
      throw noPlace(block, path);
  }
}

function noPlace(block: ContentBlock, path: string): LlmError {
  return unsupported(
    `"${path}" must be a block there is a place for, not "${block.type}"`,
  );
}

function unsupported(state: string): LlmError {
  return new LlmError(
    `Cannot send request: ${state}`,
    UNSUPPORTED_CONTENT_CODE,
  );
}
