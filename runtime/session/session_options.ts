/**
 * What sessions are made of.
 *
 * @module
 */

import type { SessionId } from "../../message.ts";
import { must, object, refuse } from "../../message/find_fault.ts";
import type { LlmRuntime } from "../llm_runtime.ts";
import type { ReadLogOptions } from "./event_reader.ts";
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

/**
 * Checks what every session takes.
 *
 * @throws {TypeError} If an option is wrong in kind.
 */
export function checkSessionOptions(options: SessionOptions): void {
  refuse(object(options, "options"), "make session");
  const { runtime, sink } = options;
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
