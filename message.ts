/**
 * The vocabulary: every value that flows between an adapter and a sink.
 *
 * Imports nothing outside `message/`, so any runtime, worker or browser page can
 * depend on it without pulling in a provider.
 *
 * @example A message
 * ```ts
 * import { createUserMessage, textOf } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * const message = createUserMessage({ content: "Hello" });
 *
 * equal(textOf(message), "Hello");
 * ```
 *
 * @module
 */

export * from "./message/assert_never.ts";
export * from "./message/bound_context_summary.ts";
export * from "./message/content_block.ts";
export * from "./message/content_has_image.ts";
export * from "./message/create_assistant_message.ts";
export * from "./message/create_message.ts";
export * from "./message/create_tool_result_message.ts";
export * from "./message/create_user_message.ts";
export * from "./message/deep_freeze.ts";
export * from "./message/failure.ts";
export * from "./message/freeze_message.ts";
export * from "./message/ids.ts";
export * from "./message/is_token_delta.ts";
export * from "./message/message.ts";
export * from "./message/message_source.ts";
export * from "./message/parse_tool_arguments.ts";
export * from "./message/stream_chunk.ts";
export * from "./message/text_of.ts";
