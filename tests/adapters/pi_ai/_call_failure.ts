/**
 * Failures as pi-ai tells of them.
 *
 * @module
 */

import { callFailure } from "../../../adapters/pi_ai/call_failure.ts";
import type { PiAiAnswer } from "../../../adapters/pi_ai/pi_ai_module.ts";
import { type LlmFailure, ProviderRequestId } from "../../../message.ts";
import { type Redact, redactor } from "../../../runtime/redactor.ts";
import { answer } from "./_fake.ts";

/** An exchange, as far as its failures are concerned. */
export type Exchange = Parameters<typeof callFailure>[1]["exchange"];

/** Cuts the key of every call here. */
export const redact: Redact = redactor(["sk-0123456789"]);

/** An exchange that went well. */
export function exchange(fields: Partial<Exchange> = {}): Exchange {
  return {
    begun: true,
    ended: false,
    fault: undefined,
    requestId: ProviderRequestId("r1"),
    response: new Response(),
    words: "",
    ...fields,
  };
}

/** The failure that pi-ai tells of. */
export function failed(
  said: Partial<PiAiAnswer>,
  fields: Partial<Exchange> = {},
  overflow = false,
): LlmFailure {
  const { failure } = callFailure(answer({ stopReason: "error", ...said }), {
    exchange: exchange(fields),
    redact,
    overflows: () => overflow,
  });
  return failure;
}

/** A refusal of a server. */
export function refused(
  status: number,
  words: string,
  overflow = false,
  headers: Record<string, string> = {},
): LlmFailure {
  const response = new Response(null, { status, headers });
  return failed(
    { errorMessage: "pi-ai says so" },
    { response, words },
    overflow,
  );
}
