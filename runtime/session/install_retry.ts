/**
 * Tries failed requests of a session again.
 *
 * @module
 */

import { must, refuse } from "../../message/find_fault.ts";
import { pause } from "../pause.ts";
import { callable } from "../read_shape.ts";
import {
  type Disposer,
  type RegistrationOptions,
  registrationSignal,
  toDisposer,
} from "../registration.ts";
import { retryDelayMs } from "../retry_delay_ms.ts";
import type {
  AgentRecovery,
  AgentRequestError,
  AgentRequestErrorListener,
} from "./agent_events.ts";
import { createRetryChains } from "./retry_chain.ts";
import type { RetryTarget } from "./retry_target.ts";

/** Options for {@linkcode installRetry}. */
export interface InstallRetryOptions extends RegistrationOptions {
  /**
   * Makes numbers from 0 up to but excluding 1, for the jitter of delays.
   *
   * @default {Math.random}
   */
  random?: (() => number) | undefined;
}

/** Ends retries. Call it as often as you like. */
export interface RetryDisposer extends Disposer {
  /**
   * Ends retries as calling the disposer does, and waits for what is under way.
   *
   * @returns Settles once nothing more is logged. Never rejects.
   */
  dispose(): Promise<void>;
}

/**
 * Tries failed requests of a session again, as the policies of their routes say.
 *
 * In the normal mode, a failure is left to the listeners behind if its code is not
 * listed, the retries are used up, or the provider asks for a longer wait than the
 * policy allows. In the always mode those listeners come first: their retry is
 * taken, and what they fail with is told to `agent/diagnostic`. A failure of no
 * route that has a policy is theirs as well.
 *
 * All attempts at one request on one route under one policy are one chain and share
 * its budget. `llm/retry` is logged before each wait and `llm/retry-started` after
 * it. What cannot be logged is not done.
 *
 * An abort ends the wait. So does a disposal, which leaves the failure to the
 * listeners behind.
 *
 * @example Outlive a server that is busy for a moment
 * ```ts
 * import { createUserMessage, LlmError, LlmRuntime, resolveRetryPolicy } from "@dsh/llm";
 * import { installRetry, Session } from "@dsh/llm/session";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const busy = new LlmError("Cannot answer: too busy", "SERVER");
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([busy, textChunks("Hello")], {
 *   retryPolicy: resolveRetryPolicy(
 *     { mode: "normal", backoff: { initialDelayMs: 1 } },
 *     "retryPolicy",
 *   ),
 * }));
 * const session = await Session.create({ runtime });
 * const retry = installRetry(session);
 * await session.append(createUserMessage({ content: "Hi" }));
 *
 * const config = { provider: "local", model: "any" };
 * const { kind } = await session.request({ config }).result;
 * await retry.dispose();
 *
 * equal(kind, "message");
 * const types = Array.from(session.eventsFrom(1), ({ type }) => type);
 * deepEqual(types.filter((type) => type.startsWith("llm/")), [
 *   "llm/retry",
 *   "llm/retry-started",
 * ]);
 * ```
 *
 * @param target The session.
 * @param options The randomness, and when to stop.
 * @returns Ends retries.
 * @throws {TypeError} If an argument is wrong in kind.
 */
export function installRetry(
  target: RetryTarget,
  options: InstallRetryOptions = {},
): RetryDisposer {
  const signal = registrationSignal(options);
  const { random = Math.random } = options;
  refuse(
    must(typeof target?.record === "function", "target", "a session") ??
      callable(random, "options.random"),
    "install retry",
  );
  const findChain = createRetryChains();
  const disposal = new AbortController();
  const disposed = disposal.signal;
  let underWay: Promise<unknown> = Promise.resolve();

  async function waitForRetry(
    event: AgentRequestError,
  ): Promise<AgentRecovery> {
    const { turn, step, provider, failure, retryPolicy: policy } = event;
    const signals = [event.signal, disposed];
    if (policy === undefined || isAborted(signals)) return undefined;
    const chain = findChain(event, policy);
    const { retryId, policyKey } = chain;
    const retry = chain.retries + 1;
    if (
      policy.mode === "normal" &&
      (retry > policy.maxRetries ||
        !policy.retryableCodes.includes(failure.code))
    ) return undefined;
    const { providerRetryAfterMs } = failure;
    const delayMs = retryDelayMs(policy, retry, {
      providerRetryAfterMs,
      random,
    });
    if (delayMs === undefined) return undefined;
    await target.record("llm/retry", {
      retryId,
      turn,
      step,
      provider,
      mode: policy.mode,
      policyKey,
      retry,
      ...(policy.mode === "normal" && { maxRetries: policy.maxRetries }),
      delayMs,
      failure,
    });
    chain.retries = retry;
    await pause(delayMs, signals).catch(() => {});
    if (isAborted(signals)) return undefined;
    await target.record("llm/retry-started", { retryId, turn, step, retry });
    // Disposed or not: the log says that it has started.
    return isAborted([event.signal]) ? undefined : { kind: "retry" };
  }

  /** As {@linkcode waitForRetry}, known to whoever disposes. */
  function waitTracked(event: AgentRequestError): Promise<AgentRecovery> {
    const retried = waitForRetry(event);
    // Keeps nothing of what they settled to.
    underWay = Promise.allSettled([underWay, retried]).then(() => {});
    return retried;
  }

  async function recover(
    { provider, signal }: AgentRequestError,
    next: () => Promise<AgentRecovery>,
  ): Promise<AgentRecovery> {
    try {
      return await next();
    } catch (error) {
      if (isAborted([signal, disposed])) throw error;
      target.report({
        code: "LISTENER_FAILED",
        message: 'A listener of "agent/request-error" failed',
        provider,
        error,
      });
      return undefined;
    }
  }

  const listener: AgentRequestErrorListener = async (event, next) => {
    if (event.retryPolicy?.mode === "always") {
      return await recover(event, next) ?? await waitTracked(event);
    }
    const recovery = await waitTracked(event);
    return recovery || event.signal.aborted ? recovery : await next();
  };

  const off = target.on("agent/request-error", listener, { signal });
  const disposer = toDisposer(() => {
    off();
    disposal.abort();
  }, signal);
  return Object.assign(disposer, {
    async dispose(): Promise<void> {
      disposer();
      await underWay;
    },
  });
}

function isAborted(signals: readonly AbortSignal[]): boolean {
  return signals.some(({ aborted }) => aborted);
}
