/**
 * What a session shares with its requests.
 *
 * @module
 */

import type { SessionId } from "../../message.ts";
import type { LlmRuntime } from "../llm_runtime.ts";
import type { SessionLog } from "./session_log.ts";

/** The parts of a session. */
export interface SessionInternals {
  /** Who makes the calls. */
  readonly runtime: LlmRuntime;
  /** What was logged. */
  readonly log: SessionLog;
  /** Names the session. */
  readonly sessionId: SessionId;
  /** Aborts when the session is closed, which then waits for the request. */
  readonly closing: AbortSignal;
}
