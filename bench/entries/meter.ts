/** A page that shows how full the context of a conversation is. */

import {
  foldUsage,
  type MeasurableSession,
  TokenMeter,
} from "../../runtime/meter/mod.ts";

const meter = new TokenMeter();

/** Tells how large the next prompt will be, and what all before it used. */
export function show(session: MeasurableSession): string {
  const { totalTokens } = meter.measure(session);
  const { outputTokens } = foldUsage(session.eventsFrom(1)).usage;
  return `${totalTokens} next, ${outputTokens} produced`;
}
