/**
 * What streaming costs, as ratios to the floor.
 *
 * @module
 */

import { assemble } from "../mod.ts";
import { client, REQUEST } from "./client.ts";
import { floor } from "./floor.ts";
import { cpu, type Figure, median } from "./report.ts";
import { body, workload } from "./workload.ts";

const ROUNDS = 21;
const WARM_UP = 5;
// One listener is too cheap to time: many are timed, and the difference divided.
const MANY = 13;
const FEW = 3;

/** Times floor, few listeners and many listeners in turn, in one process. */
export async function cost(): Promise<Figure[]> {
  const reads = workload();
  const few = client(() => body(reads), FEW);
  const many = client(() => body(reads), MANY);
  const ratios: number[] = [];
  const listeners: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const least = await cpu(() => floor(reads));
    const whole = await cpu(() => assemble(few.stream(REQUEST)));
    const more = await cpu(() => assemble(many.stream(REQUEST)));
    if (round < 0) continue;
    ratios.push(whole / least);
    listeners.push((more - whole) / (MANY - FEW) / least);
  }
  return [
    {
      name: `bytes to message, ${FEW} fused listeners`,
      value: median(ratios),
      target: 1.5,
      unit: "x F2",
    },
    {
      name: "one more fused synchronous listener",
      value: median(listeners),
      target: 0.03,
      unit: "x F2",
    },
  ];
}
