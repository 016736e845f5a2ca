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
import { filled, must, object, refuse } from "../../message/find_fault.ts";
import { findMessageFault } from "../../message/find_message_fault.ts";
import { randomUuid } from "../../message/random_uuid.ts";
import { ABORTED_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import type { LlmRuntime } from "../llm_runtime.ts";
import { createSessionLog } from "./create_session_log.ts";
import type { ReadLogOptions } from "./event_reader.ts";
import { readSessionLog, type SessionSource } from "./read_session_log.ts";
import { SESSION_LOG_VERSION, type SessionEvent } from "./session_event.ts";
import type { SessionInternals } from "./session_internals.ts";
import type { SessionLog } from "./session_log.ts";
import type { SessionSink } from "./session_sink.ts";

/** Options every session takes. */
export interface SessionOptions {
  /** Who makes the calls. */
  runtime: LlmRuntime;
  /** Where events from here on are kept. Absent means in memory alone. */
  sink?: SessionSink | undefined;
}

/** Options for {@linkcode Session.create}. */
export interface SessionCreateOptions extends SessionOptions {
  /**
   * Names the session.
   *
   * @default {a new UUID}
   */
  sessionId?: SessionId | undefined;
}

/** Options for {@linkcode Session.from}. */
export interface SessionFromOptions extends SessionOptions, ReadLogOptions {}

/** The messages that others take the place of. */
export interface ReplaceRange {
  /** Seq of the event that the first of them came with. */
  from: number;
  /** Seq of the event that the last of them came with. */
  to: number;
}

/**
 * One conversation: an append-only log of events, and what makes requests of it.
 *
 * Whatever happens is an event, and an event counts once the sink has taken it. So
 * the log alone tells what the model saw, and a session made from it goes on where
 * the process ended that wrote it.
 *
 * @example Go on where another process ended
 * ```ts
 * import { createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { Session, type SessionEvent } from "@dsh/llm/session";
 * import { deepEqual } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * const kept: SessionEvent[] = [];
 * const sink = { write: (event: SessionEvent) => void kept.push(event) };
 *
 * const session = await Session.create({ runtime, sink });
 * await session.append(createUserMessage({ content: "Hello" }));
 * await session.close();
 *
 * const again = await Session.from([...kept], { runtime, sink });
 * await again.append(createUserMessage({ content: "Are you still there?" }));
 *
 * deepEqual(again.messages.map(textOf), ["Hello", "Are you still there?"]);
 * deepEqual(kept.map(({ seq }) => seq), [1, 2, 3]);
 * ```
 */
export class Session {
  readonly #internals: SessionInternals;
  readonly #closing: AbortController;

  // There is no # for a constructor.
  private constructor(internals: Omit<SessionInternals, "closing">) {
    this.#closing = new AbortController();
    this.#internals = { ...internals, closing: this.#closing.signal };
  }

  /**
   * Begins a session.
   *
   * @param options Who makes the calls, and where events are kept.
   * @returns The session, once the sink has its first event.
   * @throws {TypeError} If an option is wrong in kind.
   */
  static async create(options: SessionCreateOptions): Promise<Session> {
    const { runtime, sink, sessionId = SessionId(randomUuid()) } = options;
    checkOptions(options);
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
   * `upTo` asks for what comes before it. Types of events nobody here knows are
   * kept.
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
   * an event cannot be read, or one is missing; `UNSUPPORTED_LOG_VERSION` for a log
   * of a newer version.
   */
  static async from(
    source: SessionSource,
    options: SessionFromOptions,
  ): Promise<Session> {
    const { runtime, sink } = options;
    checkOptions(options);
    const { end, sessionId, ...loaded } = await readSessionLog(source, options);
    await sink?.resume?.(end);
    const log = createSessionLog({ sink, ...loaded });
    return new Session({ runtime, log, sessionId });
  }

  /** Names the session. */
  get id(): SessionId {
    return this.#internals.sessionId;
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
   * @param from Seq of the first one.
   * @returns The events, frozen. The stream ends when the session is closed.
   * @throws {RangeError} If `from` is not a positive integer.
   */
  events(from: number = 1): ReadableStream<SessionEvent> {
    return this.#log.stream(from);
  }

  /**
   * Appends a message of the user, of the program, or of a tool.
   *
   * @param message The message.
   * @returns Its event, once the sink has it.
   * @throws {TypeError} If it is not a message, not lossless JSON, or one of another
   * role than `"user"`.
   */
  async append(
    message: UserMessage | ToolResultMessage,
  ): Promise<SessionEvent> {
    refuse(
      findMessageFault(message, "message") ??
        must(message.role === "user", "message.role", '"user"'),
      "append message",
    );
    const extra = { surfaceOp: { op: "append" } } as const;
    return await (isToolResult(message)
      ? this.#log.append("tool/result", { message }, extra)
      : this.#log.append("user/message", { message }, extra));
  }

  /**
   * Puts messages in the place of others: a compaction. The log keeps those.
   *
   * @param messages What stands there from here on. May be empty.
   * @param range What they take the place of.
   * @returns The event, once the sink has it.
   * @throws {TypeError} If one is not a message or not lossless JSON, or the model
   * does not see messages of those events, in that order.
   */
  async replace(
    messages: readonly Message[],
    range: ReplaceRange,
  ): Promise<SessionEvent> {
    refuse(object(range, "range"), "replace messages");
    const { from, to } = range;
    return await this.#log.append("context/replace", { messages }, {
      surfaceOp: { op: "replace", from, to },
    });
  }

  /**
   * Ends the session: a request that is under way is aborted and logged as such,
   * the sink makes everything durable, and the streams of events end.
   *
   * @returns Settles once all of that is done. Rejects with what the sink fails
   * with.
   */
  async close(): Promise<void> {
    this.#closing.abort(
      new LlmError("Cannot go on: the session was closed", ABORTED_CODE),
    );
    await this.#log.close();
  }

  get #log(): SessionLog {
    return this.#internals.log;
  }
}

function isToolResult(message: Message): message is ToolResultMessage {
  return message.source.kind === "tool";
}

function checkOptions({ runtime, sink }: SessionOptions): void {
  refuse(
    must(
      typeof runtime?.stream === "function",
      "options.runtime",
      "an LlmRuntime",
    ) ??
      must(
        sink === undefined || typeof sink?.write === "function",
        "options.sink",
        "a sink",
      ),
    "make session",
  );
}
