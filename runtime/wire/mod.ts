/**
 * Chunks between servers and browsers.
 *
 * @module
 */

export type { DecodeOptions } from "./decode_body.ts";
export * from "./decode_ndjson.ts";
export * from "./decode_sse.ts";
export type { WireFormat } from "./encode_batch.ts";
export type { EncodeOptions } from "./encode_chunks.ts";
export * from "./encode_ndjson.ts";
export * from "./encode_sse.ts";
export * from "./from_response.ts";
export type { ToResponseOptions } from "./response_options.ts";
export * from "./to_response.ts";
export type { WireLimits } from "./wire_limits.ts";
export * from "./connect.ts";
export * from "./memory_resume_store.ts";
export * from "./respond_resumed.ts";
export * from "./resumable.ts";
export * from "./resume_store.ts";
