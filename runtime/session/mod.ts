/**
 * Conversations that outlive the process.
 *
 * @module
 */

export * from "./session.ts";
export * from "./session_event.ts";
export * from "./session_sink.ts";
