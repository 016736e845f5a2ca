/**
 * Requests that do not fit, and what makes room for them.
 *
 * @module
 */

import type { AgentRequestError } from "../../../runtime/session/agent_events.ts";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import type { CompactionTarget } from "../../../runtime/session/recover_context_overflow.ts";
import type { SessionLog } from "../../../runtime/session/session_log.ts";
import { APPEND, begin, said } from "./_events.ts";
import { failed, failure, type StubTarget, stubTarget } from "./_recovery.ts";

/** A step whose request did not fit. */
export const OVERFLOW: AgentRequestError = failed({
  failure: failure("CONTEXT_WINDOW_EXCEEDED"),
});

/** What could be a session, with a log. */
export interface LogTarget extends StubTarget, CompactionTarget {
  /** What was logged. */
  readonly log: SessionLog;
}

/** Makes one in which somebody has said something. */
export async function talked(): Promise<LogTarget> {
  const log = await begin(createSessionLog());
  await log.append("user/message", { message: said("a") }, APPEND);
  return {
    ...stubTarget(),
    log,
    get revision() {
      return log.revision;
    },
    eventsFrom: log.eventsFrom,
  };
}

/** Replaces the first message, whatever it was by then. */
export async function compact(log: SessionLog): Promise<void> {
  const { seq } = log.surface[0]!;
  await log.append("context/replace", { messages: [said("b")] }, {
    surfaceOp: { op: "replace", from: seq, to: seq },
  });
}
