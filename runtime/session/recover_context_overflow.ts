/**
 * Makes room where a request does not fit its model.
 *
 * @module
 */

import { must, refuse } from "../../message/find_fault.ts";
import { CONTEXT_WINDOW_EXCEEDED_CODE } from "../codes.ts";
import { callable } from "../read_shape.ts";
import {
  type Disposer,
  type RegistrationOptions,
  registrationSignal,
  toDisposer,
} from "../registration.ts";
import { requestKey } from "./_request_key.ts";
import type {
  AgentRequestError,
  AgentRequestErrorListener,
} from "./agent_events.ts";
import type { RecoveryTarget } from "./retry_target.ts";
import type { SessionEvent } from "./session_event.ts";

/** What can be compacted. A `Session` can. */
export interface CompactionTarget extends RecoveryTarget {
  /** Seq of the last event. */
  readonly revision: number;
  /**
   * Lists the events there are now.
   *
   * @param seq Seq of the first one.
   * @returns The events.
   */
  eventsFrom(seq: number): Iterable<SessionEvent>;
}

/**
 * Compacts a session, by `replace()`. Gives up without a replacement where nothing
 * can be left out.
 *
 * @param event The step that failed. Its signal aborts once nobody waits for the
 * request any more.
 */
export type Compact = (event: AgentRequestError) => unknown;

/**
 * Compacts a session whose request does not fit the model, then tries that again.
 *
 * A request is compacted for once. If it still does not fit, if nothing was
 * replaced, or if the compaction fails, which is told to `agent/diagnostic`, the
 * failure is left to the listeners behind.
 *
 * Goes together with `installRetry()`, whichever comes first.
 *
 * @example Forget what was said first
 * ```ts
 * import { createUserMessage, LlmError, LlmRuntime, textOf } from "@dsh/llm";
 * import { recoverContextOverflow, Session } from "@dsh/llm/session";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const tooLong = new LlmError("Cannot answer: too long", "CONTEXT_WINDOW_EXCEEDED");
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([tooLong, textChunks("Yes")]));
 * const session = await Session.create({ runtime });
 * const { seq } = await session.append(createUserMessage({ content: "Well, …" }));
 * await session.append(createUserMessage({ content: "Is it?" }));
 *
 * recoverContextOverflow(session, () => {
 *   const summary = createUserMessage({ content: "(left out)" });
 *   return session.replace([summary], { from: seq, to: seq });
 * });
 * const config = { provider: "local", model: "any" };
 * await session.request({ config }).result;
 *
 * deepEqual(session.messages.map(textOf), ["(left out)", "Is it?", "Yes"]);
 * ```
 *
 * @param target The session.
 * @param compact Compacts it.
 * @param options When to stop.
 * @returns Stops it.
 * @throws {TypeError} If an argument is wrong in kind.
 */
export function recoverContextOverflow(
  target: CompactionTarget,
  compact: Compact,
  options: RegistrationOptions = {},
): Disposer {
  const signal = registrationSignal(options);
  refuse(
    must(typeof target?.eventsFrom === "function", "target", "a session") ??
      callable(compact, "compact"),
    "recover context overflow",
  );
  let disposed = false;
  let compactedFor: string | undefined;

  async function makeRoom(event: AgentRequestError): Promise<boolean> {
    const { revision } = target;
    try {
      await compact(event);
    } catch (error) {
      if (event.signal.aborted) return false;
      target.report({
        code: "COMPACTION_FAILED",
        message: "Cannot compact session: the request fails as it did before",
        provider: event.provider,
        error,
      });
      return false;
    }
    for (const { surfaceOp } of target.eventsFrom(revision + 1)) {
      if (surfaceOp?.op === "replace") return true;
    }
    return false;
  }

  const listener: AgentRequestErrorListener = async (event, next) => {
    const request = requestKey(event);
    if (
      !disposed && !event.signal.aborted && request !== compactedFor &&
      event.failure.code === CONTEXT_WINDOW_EXCEEDED_CODE
    ) {
      compactedFor = request;
      const retry = await makeRoom(event);
      if (event.signal.aborted) return undefined;
      if (retry) return { kind: "retry" };
    }
    return await next();
  };

  const off = target.on("agent/request-error", listener, { signal });
  return toDisposer(() => {
    disposed = true;
    off();
  }, signal);
}
