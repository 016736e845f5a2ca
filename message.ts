/**
 * The vocabulary: every value that flows between an adapter and a sink.
 *
 * Imports nothing outside `message/`, so any runtime, worker or browser page can
 * depend on it without pulling in a provider.
 *
 * @module
 */

export * from "./message/content_block.ts";
export * from "./message/failure.ts";
export * from "./message/ids.ts";
export * from "./message/message.ts";
export * from "./message/message_source.ts";
export * from "./message/stream_chunk.ts";
