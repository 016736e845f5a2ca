/**
 * Chunks between servers and browsers.
 *
 * @module
 */

export type { DecodeOptions } from "./decode_body.ts";
export * from "./decode_ndjson.ts";
export * from "./decode_sse.ts";
export type { EncodeOptions } from "./encode_chunks.ts";
export * from "./encode_ndjson.ts";
export * from "./encode_sse.ts";
export type { WireLimits } from "./wire_limits.ts";
