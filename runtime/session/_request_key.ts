/**
 * Which request a failed step was an attempt of.
 *
 * @module
 */

import type { AgentRequestError } from "./agent_events.ts";

/** Names the request by the first step it took, whichever attempt this is. */
export function requestKey(
  { turn, step, priorFailures }: AgentRequestError,
): string {
  return `${turn}/${step - priorFailures.length}`;
}
