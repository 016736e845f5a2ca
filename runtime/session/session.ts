/**
 * Conversations that outlive the process.
 *
 * @module
 */

import { type Message, SessionId } from "../../message.ts";
import type { LlmRuntime } from "../llm_runtime.ts";
import { createSessionLog } from "./create_session_log.ts";
import { SESSION_LOG_VERSION, type SessionEvent } from "./session_event.ts";
import type { SessionInternals } from "./session_internals.ts";
import type { SessionLog } from "./session_log.ts";
import type { SessionSink } from "./session_sink.ts";

/** Options for {@linkcode Session.create}. */
export interface SessionOptions {
  /** Who makes the calls. */
  runtime: LlmRuntime;
  /** Where events are kept. Absent means in memory alone. */
  sink?: SessionSink | undefined;
  /** Names the session. Absent means a new UUID. */
  sessionId?: SessionId | undefined;
}

export class Session {
  readonly #internals: SessionInternals;

  private constructor(internals: SessionInternals) {
    this.#internals = internals;
  }

  static async create(
    { runtime, sink, sessionId = SessionId(crypto.randomUUID()) }:
      SessionOptions,
  ): Promise<Session> {
    const log = createSessionLog({ sink });
    await log.append("session/start", {
      version: SESSION_LOG_VERSION,
      sessionId,
    });
    const closing = new AbortController().signal;
    return new Session({ runtime, log, sessionId, closing });
  }

  get id(): SessionId {
    return this.#internals.sessionId;
  }

  get revision(): number {
    return this.#log.revision;
  }

  get messages(): readonly Message[] {
    return Object.freeze(this.#log.surface.map(({ message }) => message));
  }

  eventsFrom(seq: number): Iterable<SessionEvent> {
    return this.#log.eventsFrom(seq);
  }

  events(from: number = 1): ReadableStream<SessionEvent> {
    return this.#log.stream(from);
  }

  async close(): Promise<void> {
    await this.#log.close();
  }

  get #log(): SessionLog {
    return this.#internals.log;
  }
}
