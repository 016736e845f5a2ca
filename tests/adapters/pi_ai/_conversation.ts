/**
 * Conversations in small, and their way to pi-ai.
 *
 * @module
 */

import type { PiAiContext } from "../../../adapters/pi_ai/pi_ai_module.ts";
import { resolvePiAiOptions } from "../../../adapters/pi_ai/resolve_options.ts";
import { toContext } from "../../../adapters/pi_ai/to_context.ts";
import {
  AttachmentId,
  CallId,
  type ContentBlock,
  type Message,
  MessageId,
} from "../../../message.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import type { AttachmentStore } from "../../../runtime/attachment_store.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { record, request } from "./_fake.ts";

/** The first bytes of an image. */
export const PNG: Uint8Array = new Uint8Array([
  0x89,
  0x50,
  0x4e,
  0x47,
  13,
  10,
  26,
  10,
]);
/** Has one image. */
export const store: AttachmentStore = { read: () => Promise.resolve(PNG) };

/** A message of any role. */
export function message(
  role: Message["role"],
  content: ContentBlock[],
  replayState?: unknown,
): Message {
  const source = role === "assistant"
    ? { kind: "model" as const, provider: "gateway", model: "m", replayState }
    : { kind: "user" as const };
  return { id: MessageId("1"), role, content, source };
}

/** A text block. */
export function text(text: string): ContentBlock {
  return { type: "text", text };
}

/** A tool call. */
export function call(id: string, args = "{}"): ContentBlock {
  return {
    type: "tool-call",
    id: CallId(id),
    name: `tool-${id}`,
    arguments: args,
  };
}

/** The result of a tool call. */
export function result(id: string, ...content: ContentBlock[]): ContentBlock {
  return { type: "tool-result", toolCallId: CallId(id), content };
}

/** An image that is so many bytes long. */
export function image(bytes: number = PNG.length): ContentBlock {
  return {
    type: "image",
    attachment: {
      attachmentId: AttachmentId("A"),
      mediaType: "image/png",
      bytes,
    },
  };
}

/** Writes a conversation for a model that sees. */
export async function context(
  messages: Message[],
  {
    fields = {},
    attachments,
    input = ["text", "image"],
    maxImages = 20,
    api = "openai-completions",
  }: {
    fields?: Partial<GenerateOptions>;
    attachments?: AttachmentStore;
    input?: string[];
    maxImages?: number;
    api?: string;
  } = {},
): Promise<PiAiContext & { diagnostics: LlmDiagnostic[] }> {
  const diagnostics: LlmDiagnostic[] = [];
  const written = await toContext(request({ ...fields, messages }), {
    model: record({ input, api }),
    config: resolvePiAiOptions({ routes: {}, attachments, maxImages }),
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    context: {
      diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
      response() {},
    },
  });
  return { ...written, diagnostics };
}
