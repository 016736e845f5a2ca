/**
 * How much is read that nobody asked for.
 *
 * @module
 */

import { client, REQUEST } from "./client.ts";
import type { Figure } from "./report.ts";
import { body, workload } from "./workload.ts";

/** Takes 100 chunks and stops: how many reads lie beyond the last chunk taken? */
export async function readAhead(): Promise<Figure> {
  let pulls = 0;
  const reads = workload();
  const stream = client(() => body(reads, () => pulls++), 3).stream(REQUEST);
  const reader = stream.getReader();
  let pullsBeforeLast = 0;
  for (let k = 0; k < 100; k++) {
    pullsBeforeLast = pulls;
    const { value } = await reader.read();
    if (value?.type === "finish") throw new Error("Cannot measure: it failed");
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  const ahead = pulls - pullsBeforeLast;
  await reader.cancel();
  return {
    name: "reads begun beyond the 100th chunk when the consumer stops",
    value: ahead,
    target: 1,
    unit: "reads",
  };
}
