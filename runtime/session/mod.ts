/**
 * Conversations that outlive the process.
 *
 * @module
 */

export type {
  AgentEventMap,
  AgentRecovery,
  AgentRequestError,
  AgentRequestErrorListener,
  AgentRequestListener,
} from "./agent_events.ts";
export type { ReadLogOptions } from "./event_reader.ts";
export * from "./ndjson_sink.ts";
export type { SessionSource } from "./read_session_log.ts";
export * from "./reconstruct_request.ts";
export { SESSION_BUSY_CODE } from "./request_loop.ts";
export * from "./session.ts";
export * from "./session_event.ts";
export * from "./session_log_error.ts";
export * from "./session_ndjson.ts";
export type {
  SessionRequest,
  SessionRequestOptions,
} from "./session_request.ts";
export type {
  ReplaceRange,
  SessionCreateOptions,
  SessionFromOptions,
  SessionOptions,
} from "./session_options.ts";
export * from "./session_sink.ts";
export * from "./turn_result.ts";
