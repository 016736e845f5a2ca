/**
 * Who has a say in the requests of a session.
 *
 * @module
 */

import { deepFreeze, type LlmFailure } from "../../message.ts";
import type { LlmDiagnostic } from "../adapter.ts";
import { checkCallConfig } from "../check_request.ts";
import {
  createDiagnostics,
  type LlmDiagnosticListener,
} from "../diagnostics.ts";
import {
  createListeners,
  type ListenerEntry,
  type Listeners,
} from "../listeners.ts";
import type { LlmCallConfig } from "../request.ts";
import type { ResolvedRetryPolicy } from "../retry_policy.ts";

/**
 * Has a say in the config of a step. Runs before each attempt, the listener
 * registered first outermost.
 *
 * What it returns is checked and copied. What it throws ends the turn in an error
 * that nobody is asked to recover: nothing was sent to a provider.
 *
 * @param seed The config so far, without what an adapter filled in. Frozen.
 * @param next Asks the listeners behind this one, about another config if one is
 * given, and resolves to what they settle on.
 * @returns The config to go on with.
 */
export type AgentRequestListener = (
  seed: Readonly<LlmCallConfig>,
  next: (seed?: LlmCallConfig) => Promise<LlmCallConfig>,
) => LlmCallConfig | Promise<LlmCallConfig>;

/** A step that failed. Frozen. */
export interface AgentRequestError {
  /** Which turn. */
  readonly turn: number;
  /** The step that failed. */
  readonly step: number;
  /** The route it was sent to. */
  readonly provider: string;
  /** What was thrown. Absent where the failure came as a chunk. */
  readonly error?: unknown;
  /** The facts of it. */
  readonly failure: LlmFailure;
  /** How the attempts of this request before it failed, in order. */
  readonly priorFailures: readonly LlmFailure[];
  /** Policy of the route. Absent where no route was reached. */
  readonly retryPolicy?: ResolvedRetryPolicy | undefined;
  /** Aborts once nobody waits for the request any more. */
  readonly signal: AbortSignal;
}

/** What is to be done about a step that failed. Undefined means nothing. */
export type AgentRecovery = {
  /** The request is sent once more, as another step. */
  readonly kind: "retry";
} | undefined;

/**
 * Has a say in what follows a step that failed. The listener registered first is
 * outermost.
 *
 * What it throws is told to `agent/diagnostic`, and recovers nothing.
 *
 * @param event What failed.
 * @param next Asks the listeners behind this one.
 * @returns What to do.
 */
export type AgentRequestErrorListener = (
  event: AgentRequestError,
  next: () => Promise<AgentRecovery>,
) => AgentRecovery | Promise<AgentRecovery>;

/** Every event of a session that can be listened to. */
export interface AgentEventMap {
  /** Settles the config of a step. */
  "agent/request": AgentRequestListener;
  /** Settles what follows a step that failed. */
  "agent/request-error": AgentRequestErrorListener;
  /** Something was noticed and dealt with. */
  "agent/diagnostic": LlmDiagnosticListener;
}

/** The listeners of one session. */
export interface AgentEvents extends Listeners<AgentEventMap> {
  /** Asks for the config of a step. Rejects with what a listener throws. */
  settleConfig(seed: LlmCallConfig): Promise<LlmCallConfig>;
  /** Asks what follows a failure. Rejects with what a listener throws. */
  recover(event: AgentRequestError): Promise<AgentRecovery>;
  /** Tells what was noticed and dealt with. */
  report(diagnostic: LlmDiagnostic): void;
}

/**
 * Makes the listeners of a session.
 *
 * @returns Nobody yet.
 */
export function createAgentEvents(): AgentEvents {
  const diagnostics = createDiagnostics();
  const requests = new Set<ListenerEntry<AgentRequestListener>>();
  const errors = new Set<ListenerEntry<AgentRequestErrorListener>>();
  const { on, close } = createListeners<AgentEventMap>({
    "agent/request": requests,
    "agent/request-error": errors,
    "agent/diagnostic": diagnostics.listeners,
  });

  return {
    on,
    settleConfig(seed) {
      const entries = [...requests];
      async function ask(
        k: number,
        seed: LlmCallConfig,
      ): Promise<LlmCallConfig> {
        const entry = entries[k];
        if (entry === undefined) return seed;
        return own(
          await entry.listener(
            seed,
            (other) => handled(() => ask(k + 1, own(other ?? seed))),
          ),
        );
      }
      return handled(() => ask(0, own(seed)));
    },
    recover(event) {
      const entries = [...errors];
      async function ask(k: number): Promise<AgentRecovery> {
        return await entries[k]?.listener(
          event,
          () => handled(() => ask(k + 1)),
        );
      }
      return ask(0);
    },
    report: diagnostics.report,
    close,
  };
}

/** A frozen copy of a config. */
function own(config: LlmCallConfig): LlmCallConfig {
  return deepFreeze(checkCallConfig(config, "config"));
}

/** What a listener does not wait for may fail without anyone's noticing. */
function handled<T>(start: () => Promise<T>): Promise<T> {
  const promise = new Promise<T>((resolve) => resolve(start()));
  promise.catch(() => {});
  return promise;
}
