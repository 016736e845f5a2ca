/**
 * From a conversation to the one that pi-ai takes.
 *
 * @module
 */

import type { Message } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { readImages } from "../../runtime/read_images.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { resultsFirst } from "../../runtime/results_first.ts";
import { showImages } from "../../runtime/show_images.ts";
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
  toUserMessages,
  userMessage,
} from "./to_user_messages.ts";
import { unsupportedBlock, unsupportedContent } from "./unsupported_block.ts";

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
  const taken = model.input.includes("image");
  const messages = showImages(request.messages, { taken, config, context });
  const entries = messages.flatMap((message, k) => {
    const path = `messages[${k}]`;
    switch (message.role) {
      case "system":
        return systemMessage(message, path);
      case "user":
        return toUserMessages(message, { path, calls, pending, textResults });
      case "assistant":
        return toAnswer(message, { path, calls, model, context });
      default:
        throw unsupportedContent(
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
    messages: resultsFirst(entries, {
      // pi-ai makes results up where it meets another message first.
      resultRole: "toolResult",
      userMessage,
    }),
    ...(tools?.length && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        parameters,
      })),
    }),
  };
}

function systemMessage(message: Message, path: string): PiAiMessage {
  const text = message.content.map((block, k) => {
    if (block.type === "text") return block.text;
    throw unsupportedBlock(block, `${path}.content[${k}]`);
  });
  return { role: "system", content: text.join(""), timestamp: 0 };
}
