/**
 * From a conversation to the one that pi-ai takes.
 *
 * @module
 */

import type { Message } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { limitImages } from "../../runtime/image_budget.ts";
import { withoutImages } from "../../runtime/image_placeholder.ts";
import { readImages } from "../../runtime/read_images.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { storeFor } from "../../runtime/store_for.ts";
import type {
  PiAiContext,
  PiAiMessage,
  PiAiModelRecord,
} from "./pi_ai_module.ts";
import { protocolOf } from "./protocols.ts";
import type { ResolvedPiAiOptions } from "./resolve_options.ts";
import { type KnownCalls, toAnswer } from "./to_answer.ts";
import {
  type PendingImage,
  type ShownImages,
  toUserMessages,
  unsupported,
  unsupportedBlock,
  userMessage,
} from "./to_user_messages.ts";

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
  const { textResults = false } = protocolOf(model.api);
  const pending: PendingImage[] = [];
  const calls: KnownCalls = { names: new Map(), ids: new Map() };
  const entries = showable(request.messages, options).flatMap((message, k) => {
    const path = `messages[${k}]`;
    switch (message.role) {
      case "system":
        return systemMessage(message, path);
      case "user":
        return toUserMessages(message, { path, calls, pending, textResults });
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
    messages: resultsFirst(entries),
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
// makes some up where it meets another message first. What they show, but cannot
// hold, comes next, in one message: not every server takes several in a row.
function resultsFirst(
  entries: readonly (PiAiMessage | ShownImages)[],
): PiAiMessage[] {
  const ordered: PiAiMessage[] = [];
  let place: number | undefined;
  let shown: ShownImages | undefined;
  for (const entry of entries) {
    if (Array.isArray(entry)) {
      if (shown === undefined) {
        const message = userMessage(shown = []);
        ordered.splice(place ?? ordered.length, 0, message);
      }
      shown.push(...entry);
      continue;
    }
    if (entry.role === "toolResult" && place !== undefined) {
      ordered.splice(place++, 0, entry);
      continue;
    }
    ordered.push(entry);
    if (entry.role === "assistant") {
      place = ordered.length;
      shown = undefined;
    }
  }
  return ordered;
}

function systemMessage(message: Message, path: string): PiAiMessage {
  const text = message.content.map((block, k) => {
    if (block.type === "text") return block.text;
    throw unsupportedBlock(block, `${path}.content[${k}]`);
  });
  return { role: "system", content: text.join(""), timestamp: 0 };
}
