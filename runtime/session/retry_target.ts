/**
 * What is retried: a session, or what can do as much of one.
 *
 * @module
 */

import type { LlmDiagnostic } from "../adapter.ts";
import type { Disposer, RegistrationOptions } from "../registration.ts";
import type { AgentRequestErrorListener } from "./agent_events.ts";
import type { SessionEventMap } from "./session_event.ts";

/** What asks for recovery of its failed steps. A `Session` does. */
export interface RecoveryTarget {
  /**
   * Adds who has a say in what follows a step that failed.
   *
   * @param name The event.
   * @param listener Who has a say.
   * @param options When to stop listening.
   * @returns Stops listening.
   */
  on(
    name: "agent/request-error",
    listener: AgentRequestErrorListener,
    options?: RegistrationOptions,
  ): Disposer;
  /**
   * Tells what was noticed and dealt with.
   *
   * @param diagnostic What it was.
   */
  report(diagnostic: LlmDiagnostic): void;
}

/** What retries are made and logged of. A `Session` is. */
export interface RetryTarget extends RecoveryTarget {
  /**
   * Logs an event.
   *
   * @typeParam Type Type of the event.
   * @param type Type of the event.
   * @param data What happened.
   * @returns Settles once it is logged. Rejects if it cannot be.
   */
  record<Type extends "llm/retry" | "llm/retry-started">(
    type: Type,
    data: SessionEventMap[Type],
  ): Promise<unknown>;
}
