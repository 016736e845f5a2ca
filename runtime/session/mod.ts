/**
 * Conversations that outlive the process.
 *
 * A session is an append-only log of events, each of which counts once its sink has
 * taken it. The messages the model sees are derived from the log, and so is every
 * request: what a process leaves behind, wherever it is stopped, is a session to go
 * on with. One request is one step. Running tools is up to the caller, who appends
 * what they found.
 *
 * @example Go on where another process ended
 * ```ts
 * import { createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { Session, type SessionEvent } from "@dsh/llm/session";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * const answers = [textChunks("Hello there"), textChunks("I am")];
 * runtime.registerAdapter(["local"], scriptedAdapter(answers));
 *
 * // Any place for events will do. `ndjsonSink` is for files.
 * const kept: SessionEvent[] = [];
 * const sink = { write: (event: SessionEvent) => void kept.push(event) };
 *
 * const session = await Session.create({ runtime, sink });
 * await session.append(createUserMessage({ content: "Hello" }));
 * const config = { provider: "local", model: "any" };
 * await session.request({ config }).result;
 *
 * const again = await Session.from([...kept], { runtime, sink });
 * await again.append(createUserMessage({ content: "Are you still there?" }));
 * await again.request().result;
 *
 * deepEqual(again.messages.map(textOf), [
 *   "Hello",
 *   "Hello there",
 *   "Are you still there?",
 *   "I am",
 * ]);
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
export * from "./install_retry.ts";
export * from "./ndjson_sink.ts";
export type { SessionSource } from "./read_session_log.ts";
export * from "./reconstruct_request.ts";
export * from "./recover_context_overflow.ts";
export { SESSION_BUSY_CODE } from "./request_loop.ts";
export * from "./retry_target.ts";
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
export { SINK_STALLED_CODE } from "./unless_stalled.ts";
