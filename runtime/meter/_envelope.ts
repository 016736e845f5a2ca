/**
 * What a request holds beside its messages.
 *
 * @module
 */

import type { EpochHeader } from "../session/session_event.ts";
import { canonicalJson } from "./_canonical_json.ts";
import type { TokenEstimator } from "./estimate_tokens.ts";
import type { MeasuredEnvelope } from "./meter_checkpoint.ts";

// What chat formats put around them.
const SYSTEM_TOKENS = 4;
const TOOL_TOKENS = 8;

/** Measures a header. */
export function measureEnvelope(
  { config, system, tools = [] }: EpochHeader,
  estimate: TokenEstimator,
): MeasuredEnvelope {
  return Object.freeze({
    // Who filled a field in changes nothing of what is sent.
    canonical: canonicalJson({ config, system: system || undefined, tools }),
    systemTokens: system ? SYSTEM_TOKENS + estimate(system) : 0,
    toolsTokens: tools.reduce(
      (sum, { name, description, parameters }) =>
        sum + TOOL_TOKENS +
        estimate(JSON.stringify({ name, description, parameters })),
      0,
    ),
  });
}
