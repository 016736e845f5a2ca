/**
 * Steps that fail, and what could be a session.
 *
 * @module
 */

import type { LlmFailure } from "../../../message.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import {
  type ResolvedAlwaysRetryPolicy,
  type ResolvedNormalRetryPolicy,
  resolveRetryPolicy,
} from "../../../runtime/retry_policy.ts";
import {
  type AgentRecovery,
  type AgentRequestError,
  createAgentEvents,
} from "../../../runtime/session/agent_events.ts";
import type { RetryTarget } from "../../../runtime/session/retry_target.ts";
import type { SessionEventMap } from "../../../runtime/session/session_event.ts";

/** Retries twice, after 100 and 200 ms, for the code `SERVER` alone. */
export const NORMAL = resolveRetryPolicy({
  mode: "normal",
  maxRetries: 2,
  retryableCodes: ["SERVER"],
  backoff: { initialDelayMs: 100, maxDelayMs: 1_000, jitterRatio: 0 },
}, "retryPolicy") as ResolvedNormalRetryPolicy;

/** Retries for ever, after 100, 200, 400… and at most 1,000 ms. */
export const ALWAYS = resolveRetryPolicy({
  mode: "always",
  backoff: { initialDelayMs: 100, maxDelayMs: 1_000, jitterRatio: 0 },
}, "retryPolicy") as ResolvedAlwaysRetryPolicy;

/** What a retry is. */
export const RETRY: AgentRecovery = { kind: "retry" };

/** The facts of a failure. */
export function failure(
  code: string = "SERVER",
  rest: object = {},
): LlmFailure {
  return { message: "Cannot answer: no", code, ...rest };
}

/** The first step of a turn, which failed. */
export function failed(
  fields: Partial<AgentRequestError> = {},
): AgentRequestError {
  return {
    turn: 1,
    step: 1,
    provider: "p",
    failure: failure(),
    priorFailures: [],
    retryPolicy: NORMAL,
    signal: new AbortController().signal,
    ...fields,
  };
}

/** The step after one that failed and was tried again. */
export function failedAgain(
  event: AgentRequestError,
  fields: Partial<AgentRequestError> = {},
): AgentRequestError {
  return {
    ...event,
    step: event.step + 1,
    priorFailures: [...event.priorFailures, event.failure],
    ...fields,
  };
}

/** An event, as it was recorded. */
export interface Recorded {
  /** Its type. */
  readonly type: string;
  /** What happened. */
  readonly data:
    & SessionEventMap["llm/retry"]
    & SessionEventMap["llm/retry-started"];
}

/** What could be a session. */
export interface StubTarget extends RetryTarget {
  /** What was recorded. */
  readonly recorded: readonly Recorded[];
  /** What was told. */
  readonly diagnostics: readonly LlmDiagnostic[];
  /** Asks what follows a failure. Rejects with what a listener throws. */
  ask(event: AgentRequestError): Promise<AgentRecovery>;
}

/** Makes what could be a session, of which each record first does what it is told. */
export function stubTarget(
  before: (type: string) => unknown = () => {},
): StubTarget {
  const events = createAgentEvents();
  const recorded: Recorded[] = [];
  const diagnostics: LlmDiagnostic[] = [];
  return {
    recorded,
    diagnostics,
    on: events.on,
    report: (diagnostic) => void diagnostics.push(diagnostic),
    async record(type, data) {
      await before(type);
      recorded.push({ type, data } as unknown as Recorded);
    },
    ask: events.recover,
  };
}

/** The types of what was recorded. */
export function typesOf(recorded: readonly Recorded[]): string[] {
  return recorded.map(({ type }) => type);
}
