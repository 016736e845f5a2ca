/**
 * Conversations that outlive the process.
 *
 * @example Ask, and be answered
 * ```ts
 * import { createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { Session } from "@dsh/llm/session";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks("Hello")]));
 * const session = await Session.create({ runtime });
 * await session.append(createUserMessage({ content: "Hi" }));
 *
 * const config = { provider: "local", model: "any" };
 * const result = await session.request({ config }).result;
 *
 * equal(result.kind, "message");
 * equal(session.messages.map(textOf).join(), "Hi,Hello");
 * ```
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
export type { ReplaceRange } from "./session_messages.ts";
export type {
  SessionRequest,
  SessionRequestOptions,
} from "./session_request.ts";
export type {
  SessionCreateOptions,
  SessionFromOptions,
  SessionOptions,
} from "./session_options.ts";
export * from "./session_sink.ts";
export * from "./turn_result.ts";
