/**
 * Makes the requests of a session: what is asked, what is answered and how it ended
 * is logged as it happens.
 *
 * @module
 */

import type { LlmFailure } from "../../message.ts";
import { HarnessError } from "../error.ts";
import { raceAbort } from "../race_abort.ts";
import {
  type AgentEvents,
  type AgentRequestError,
  createAgentEvents,
} from "./agent_events.ts";
import { createRequestFeed } from "./request_feed.ts";
import type { SessionInternals } from "./session_internals.ts";
import {
  type Asked,
  askedOf,
  type SessionRequest,
  type SessionRequestOptions,
} from "./session_request.ts";
import { endTurn, settleTurn } from "./settle_turn.ts";
import { takeStep } from "./step.ts";
import { INTERRUPTED } from "./step_fold.ts";
import { surfaceAt } from "./surface_at.ts";
import { createTurnLog } from "./turn_log.ts";
import type { TurnResult } from "./turn_result.ts";
import type { TurnState } from "./turn_state.ts";
import { unlessStalled } from "./unless_stalled.ts";

/** A session has a request under way, and makes one at a time. */
export const SESSION_BUSY_CODE = "SESSION_BUSY";

/** What makes the requests of one session. */
export interface RequestLoop {
  /** Who has a say in them. */
  readonly events: AgentEvents;
  /** Makes a request. See `Session.request`. */
  request(options?: SessionRequestOptions): SessionRequest;
  /** Ends what a process left open that has gone. See `Session.settle`. */
  settle(): Promise<TurnResult | undefined>;
  /**
   * Ends the step that a process left open, if one did: what there is of its answer
   * comes before whatever is said next.
   *
   * @returns Settles once it is ended. Absent where nothing has to be.
   */
  settleStep(): Promise<unknown> | undefined;
  /** Waits for the request under way, and lets go of whoever listens. */
  close(): Promise<void>;
}

/**
 * Makes what makes requests.
 *
 * @param internals The session.
 * @param state Where its log stands, as far as it was looked at.
 * @returns The loop.
 */
export function createRequestLoop(
  internals: SessionInternals,
  state?: TurnState,
): RequestLoop {
  const { runtime, sessionId, closing } = internals;
  const log = createTurnLog(internals.log, state);
  const events = createAgentEvents();
  /** Where the log ended that others have written. */
  const resumedAt = internals.log.revision;
  let current: Promise<unknown> | undefined;
  let settling: Promise<TurnResult | undefined> | undefined;

  /** The same for all who ask meanwhile, in the order in which they ask. */
  function settleOnce(): Promise<TurnResult | undefined> {
    return settling ??= settleTurn(log).finally(() => settling = undefined);
  }

  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => current = undefined);
    current = running;
    // Whoever waits hears of it. Nobody has to.
    running.catch(() => {});
    return running;
  }

  function checkFree(what: string): void {
    if (internals.log.closed || closing.aborted) {
      throw new Error(`Cannot ${what}: the session was closed`);
    }
    if (current === undefined) return;
    throw new HarnessError(
      `Cannot ${what}: a request is under way`,
      SESSION_BUSY_CODE,
    );
  }

  async function run(asked: Asked, signal: AbortSignal): Promise<TurnResult> {
    await settleOnce();
    log.catchUp();
    const { state } = log;
    const priorFailures: LlmFailure[] = [];
    while (!signal.aborted) {
      if (state.open === undefined) {
        await log.append("turn/start", { turn: state.turn + 1 });
      }
      const ref = { turn: state.turn, step: state.step + 1 };
      const { seq } = await log.append("step/start", ref);
      const { outcome, provider, retryPolicy } = await takeStep({
        runtime,
        sessionId,
        log,
        events,
        resumed: state.headerSeq <= resumedAt,
        signal,
        asked,
        surface: surfaceAt(internals.log, seq),
      }, ref);
      await log.append("step/end", ref);
      if (outcome.kind !== "error") {
        return await endTurn(log, ref.turn, outcome);
      }
      const { failure, error } = outcome;
      const retried = provider !== undefined && await isRecovered({
        ...ref,
        provider,
        failure,
        ...(error !== undefined && { error }),
        priorFailures: [...priorFailures],
        ...(retryPolicy !== undefined && { retryPolicy }),
        signal,
      });
      if (!retried && !signal.aborted) {
        return await endTurn(log, ref.turn, outcome);
      }
      priorFailures.push(failure);
    }
    if (state.open === undefined) return Object.freeze({ kind: "interrupted" });
    const failure = INTERRUPTED;
    return await endTurn(log, state.turn, { kind: "interrupted", failure });
  }

  async function isRecovered(event: AgentRequestError): Promise<boolean> {
    const { signal } = event;
    try {
      Object.freeze(event.priorFailures);
      const recovery = await raceAbort(
        () => events.recover(Object.freeze(event)),
        [signal],
      );
      return recovery?.kind === "retry";
    } catch (error) {
      if (signal.aborted) return false;
      events.report({
        code: "LISTENER_FAILED",
        message: 'A listener of "agent/request-error" failed',
        error,
      });
      return false;
    }
  }

  return {
    events,
    request(options = {}) {
      checkFree("request answer");
      log.catchUp();
      const header = log.at<"request/header">(log.state.headerSeq);
      const asked = askedOf(options, header?.data.header);
      const feed = createRequestFeed(internals.log);
      const { signal, release } = anyOf([options.signal, closing]);
      function end(error?: { readonly value: unknown }): void {
        release();
        feed.end(error);
      }
      const running = exclusively(async () => {
        try {
          const result = await run(asked, signal);
          end();
          return result;
        } catch (value) {
          end({ value });
          throw value;
        }
      });
      const result = unlessStalled(running, {
        log: internals.log,
        signal,
        what: "end request",
      });
      // Whoever waits hears of it. Nobody has to.
      result.catch((value) => end({ value }));
      return { events: feed.events, result };
    },
    async settle() {
      checkFree("settle turn");
      return await exclusively(settleOnce);
    },
    settleStep() {
      if (current !== undefined || internals.log.closed) return settling;
      log.catchUp();
      return log.state.open === "step" ? settleOnce() : settling;
    },
    async close() {
      await (current ?? settling)?.catch(() => {});
      events.close();
    },
  };
}

/** A signal that aborts as soon as one of others does. */
function anyOf(
  signals: readonly (AbortSignal | undefined)[],
): { readonly signal: AbortSignal; release(): void } {
  const own = new AbortController();
  function abort(): void {
    own.abort(signals.find((signal) => signal?.aborted)?.reason);
  }
  function release(): void {
    for (const signal of signals) signal?.removeEventListener("abort", abort);
  }
  for (const signal of signals) signal?.addEventListener("abort", abort);
  if (signals.some((signal) => signal?.aborted)) abort();
  return { signal: own.signal, release };
}
