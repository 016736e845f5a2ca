/**
 * Conversations that outlive the process.
 *
 * @module
 */

import {
  type Message,
  SessionId,
  type ToolResultMessage,
  type UserMessage,
} from "../../message.ts";
import { filled, refuse } from "../../message/find_fault.ts";
import { randomUuid } from "../../message/random_uuid.ts";
import type { LlmDiagnostic } from "../adapter.ts";
import { ABORTED_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import type { Disposer, RegistrationOptions } from "../registration.ts";
import type { AgentEventMap } from "./agent_events.ts";
import { closeSession } from "./close_session.ts";
import { createSessionLog } from "./create_session_log.ts";
import { readSessionLog, type SessionSource } from "./read_session_log.ts";
import { createRequestLoop, type RequestLoop } from "./request_loop.ts";
import {
  SESSION_LOG_VERSION,
  type SessionEvent,
  type SessionEventMap,
} from "./session_event.ts";
import type { SessionInternals } from "./session_internals.ts";
import type { SessionLog } from "./session_log.ts";
import {
  appendMessage,
  replaceMessages,
  type ReplaceRange,
} from "./session_messages.ts";
import {
  checkSessionOptions,
  type SessionCreateOptions,
  type SessionFromOptions,
} from "./session_options.ts";
import type {
  SessionRequest,
  SessionRequestOptions,
} from "./session_request.ts";
import type { TurnResult } from "./turn_result.ts";
import type { TurnState } from "./turn_state.ts";

/**
 * One conversation: an append-only log of events, and what makes requests of it.
 *
 * Whatever happens is an event, and an event counts once the sink has taken it. So
 * the log alone tells what the model saw, and a session made from it goes on where
 * the process ended that wrote it.
 *
 * @example Ask, and see what was said
 * ```ts
 * import { createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { Session } from "@dsh/llm/session";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([textChunks("Hi")]));
 * const session = await Session.create({ runtime });
 *
 * await session.append(createUserMessage({ content: "Hello" }));
 * const config = { provider: "local", model: "any" };
 * await session.request({ config }).result;
 *
 * deepEqual(session.messages.map(textOf), ["Hello", "Hi"]);
 * ```
 */
export class Session {
  readonly #id: SessionId;
  readonly #log: SessionLog;
  readonly #closing = new AbortController();
  readonly #loop: RequestLoop;

  // There is no # for a constructor.
  private constructor(
    internals: Omit<SessionInternals, "closing">,
    state?: TurnState,
  ) {
    const closing = this.#closing.signal;
    this.#id = internals.sessionId;
    this.#log = internals.log;
    this.#loop = createRequestLoop({ ...internals, closing }, state);
  }

  /**
   * Begins a session.
   *
   * @param options Who makes the calls, and where events are kept.
   * @returns The session, once the sink has its first event.
   * @throws {TypeError} If an option is wrong in kind.
   */
  static async create(options: SessionCreateOptions): Promise<Session> {
    checkSessionOptions(options);
    const { runtime, sink, sessionId = SessionId(randomUuid()) } = options;
    refuse(filled(sessionId, "options.sessionId"), "create session");
    const log = createSessionLog({ sink });
    await log.append("session/start", {
      version: SESSION_LOG_VERSION,
      sessionId,
    });
    return new Session({ runtime, log, sessionId });
  }

  /**
   * Makes a session from its log.
   *
   * Events that come again, or too late, are left out and told to `onProblem`; so is
   * a last line that breaks off. A line or event that cannot be read fails, unless
   * `upTo` asks for what comes before it. Events of unknown types are kept.
   *
   * The sink gets the events from here on. Where it is the one the source comes
   * from, what was not read of it is cut off first.
   *
   * @param source The events, or bytes of lines of JSON that hold them.
   * @param options Who makes the calls, where events are kept, and what is read.
   * @returns The session, once all of the source is read.
   * @throws {TypeError} If the source or an option is wrong in kind.
   * @throws {RangeError} If `upTo` is not a positive integer.
   * @throws {HarnessError} `CORRUPT_LOG`, a `SessionLogError` that tells the place, if
   * an event cannot be read, is missing or of another session, or there is none;
   * `UNSUPPORTED_LOG_VERSION` for a log of a newer version.
   */
  static async from(
    source: SessionSource,
    options: SessionFromOptions,
  ): Promise<Session> {
    checkSessionOptions(options);
    const { runtime, sink } = options;
    const loaded = await readSessionLog(source, options);
    const { sessionId, store, surface, state, end } = loaded;
    await sink?.resume?.(end);
    const log = createSessionLog({ sink, store, surface });
    return new Session({ runtime, log, sessionId }, state);
  }

  /** Names the session. */
  get id(): SessionId {
    return this.#id;
  }

  /** Seq of the last event. */
  get revision(): number {
    return this.#log.revision;
  }

  /** The messages as the model would see them now. Frozen. */
  get messages(): readonly Message[] {
    return Object.freeze(this.#log.surface.map(({ message }) => message));
  }

  /**
   * Lists the events there are now.
   *
   * @param seq Seq of the first one.
   * @returns The events, frozen. What is appended later is not among them.
   * @throws {RangeError} If `seq` is not a positive integer.
   */
  eventsFrom(seq: number): Iterable<SessionEvent> {
    return this.#log.eventsFrom(seq);
  }

  /**
   * Follows the log: the events there are, then each as it is logged.
   *
   * @param seq Seq of the first one.
   * @returns The events, frozen. The stream ends when the session is closed.
   * @throws {RangeError} If `seq` is not a positive integer.
   */
  events(seq: number = 1): ReadableStream<SessionEvent> {
    return this.#log.stream(seq);
  }

  /**
   * Appends a message of the user, of the program, or of a tool, behind what there
   * is of an answer that a process left unfinished.
   *
   * @param message The message.
   * @returns Its event, once the sink has it. Rejects with what that fails with.
   * @throws {TypeError} If it is not a message, not lossless JSON, or one of another
   * role than `"user"`.
   * @throws {Error} If the session was closed.
   */
  async append(
    message: UserMessage | ToolResultMessage,
  ): Promise<SessionEvent> {
    const settling = this.#loop.settleStep();
    if (settling) await settling;
    return await appendMessage(this.#log, message);
  }

  /**
   * Puts messages in the place of others: a compaction. The log keeps those.
   *
   * @param messages What stands there from here on. May be empty.
   * @param range What they take the place of.
   * @returns The event, once the sink has it. Rejects with what that fails with.
   * @throws {TypeError} If one is not a message or not lossless JSON, or the model
   * does not see messages of those events, in that order.
   * @throws {Error} If the session was closed.
   */
  async replace(
    messages: readonly Message[],
    range: ReplaceRange,
  ): Promise<SessionEvent> {
    return await replaceMessages(this.#log, messages, range);
  }

  /**
   * Asks the model to answer what it sees: one step, or as many as are retried.
   *
   * Tools are for the caller to run: append their results, and make a request again.
   * A turn ends with the first answer that calls none.
   *
   * @param options What to ask for.
   * @returns The request, which is under way.
   * @throws {TypeError} If an option is wrong in kind, or there is no config yet.
   * @throws {RangeError} If a number is out of its range.
   * @throws {HarnessError} `SESSION_BUSY` while a request is under way.
   * @throws {Error} If the session was closed.
   */
  request(options: SessionRequestOptions = {}): SessionRequest {
    return this.#loop.request(options);
  }

  /**
   * Ends the turn that a process left open when it was stopped: of an answer that
   * was cut, what there is of it is kept. A request does so before it begins.
   *
   * @returns What the turn came to, if one is open. One that waits for results of
   * tools stays open. Rejects with `SESSION_BUSY` while a request is under way.
   */
  settle(): Promise<TurnResult | undefined> {
    return this.#loop.settle();
  }

  /**
   * Listens to an event.
   *
   * - `agent/request` settles the config of a step.
   * - `agent/request-error` settles what follows a step that failed.
   * - `agent/diagnostic` tells what was dealt with, else `console.error` does.
   *
   * @typeParam Name Which event.
   * @param name Which event.
   * @param listener Who listens.
   * @param options When to stop listening.
   * @returns Stops listening.
   * @throws {TypeError} If the event or the listener is not one of these.
   */
  on<Name extends keyof AgentEventMap>(
    name: Name,
    listener: AgentEventMap[Name],
    options: RegistrationOptions = {},
  ): Disposer {
    return this.#loop.events.on(name, listener, options);
  }

  /**
   * Tells listeners to `agent/diagnostic` what was noticed and dealt with.
   *
   * @param diagnostic What it was.
   */
  report(diagnostic: LlmDiagnostic): void {
    this.#loop.events.report(diagnostic);
  }

  /**
   * Logs a retry. For `installRetry()`, and for what takes its place.
   *
   * @typeParam Type Type of the event.
   * @param type Type of the event.
   * @param data What happened.
   * @returns Settles once the sink has it. Rejects with what the sink fails with.
   */
  async record<Type extends "llm/retry" | "llm/retry-started">(
    type: Type,
    data: SessionEventMap[Type],
  ): Promise<void> {
    await this.#log.append(type, data);
  }

  /**
   * Ends the session: a request that is under way is aborted and logged as such,
   * the sink makes everything durable, and the streams of events end.
   *
   * @returns Settles once all of that is done. Rejects with what the sink fails
   * with, or with `SINK_STALLED` where it takes nothing for 5 seconds.
   */
  async close(): Promise<void> {
    this.#closing.abort(
      new LlmError("Cannot go on: the session was closed", ABORTED_CODE),
    );
    await closeSession(this.#loop, this.#log, this.#closing.signal);
  }
}
