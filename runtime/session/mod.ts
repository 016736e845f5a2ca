/**
 * Conversations that outlive the process.
 *
 * @module
 */

export type { ReadLogOptions } from "./event_reader.ts";
export * from "./ndjson_sink.ts";
export type { SessionSource } from "./read_session_log.ts";
export * from "./session.ts";
export * from "./session_event.ts";
export * from "./session_log_error.ts";
export * from "./session_ndjson.ts";
export * from "./session_sink.ts";
