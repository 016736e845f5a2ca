/**
 * The retries that belong together.
 *
 * @module
 */

import { RetryId } from "../../message.ts";
import { randomUuid } from "../../message/random_uuid.ts";
import type { ResolvedRetryPolicy } from "../retry_policy.ts";
import { requestKey } from "./_request_key.ts";
import type { AgentRequestError } from "./agent_events.ts";
import { policyKey } from "./policy_key.ts";

/** The retries of one request on one route under one policy. */
export interface RetryChain {
  /** Names the chain. */
  readonly retryId: RetryId;
  /** Names everything in the policy that changes what it does. */
  readonly policyKey: string;
  /** How many retries there were. */
  retries: number;
}

/** Finds the chain that the retry of a failed step belongs to, or begins one. */
export type FindRetryChain = (
  event: AgentRequestError,
  policy: ResolvedRetryPolicy,
) => RetryChain;

/**
 * Makes what finds the chains of one session.
 *
 * A session makes one request at a time, so only the chains of the newest are
 * remembered. A route left and taken again in it finds its chain, and what is left
 * of the budget.
 *
 * @returns What finds them.
 */
export function createRetryChains(): FindRetryChain {
  const chains = new Map<string, RetryChain>();
  let request: string | undefined;

  return (event, policy) => {
    const current = requestKey(event);
    if (current !== request) chains.clear();
    request = current;
    const key = policyKey(policy);
    const name = JSON.stringify([event.provider, key]);
    const known = chains.get(name);
    if (known !== undefined) return known;
    const chain = {
      retryId: RetryId(randomUuid()),
      policyKey: key,
      retries: 0,
    };
    chains.set(name, chain);
    return chain;
  };
}
