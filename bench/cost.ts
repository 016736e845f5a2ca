/**
 * What streaming costs, as ratios to the floor.
 *
 * @module
 */

import { assemble, type LlmRuntime, textOf } from "../mod.ts";
import { client, REQUEST } from "./client.ts";
import { floor } from "./floor.ts";
import { cpu, type Figure, median } from "./report.ts";
import { body, workload } from "./workload.ts";

const ROUNDS = 21;
const WARM_UP = 5;
// One listener is too cheap to time: many are timed, and the difference divided.
const MANY = 13;
const FEW = 3;

/** Runs one call and checks that it came out whole: a figure of less is no figure. */
async function answer(
  runtime: LlmRuntime,
  characters: number,
): Promise<void> {
  const assembler = await assemble(runtime.stream(REQUEST));
  const text = textOf(assembler.message());
  if (assembler.finish.kind !== "stop" || text.length !== characters) {
    throw new Error(`Cannot measure: the answer came out as ${text.length}`);
  }
}

/** Times floor, few listeners and many listeners in turn, in one process. */
export async function cost(): Promise<Figure[]> {
  const reads = workload();
  const characters = floor(reads);
  const few = client(() => body(reads), FEW);
  const many = client(() => body(reads), MANY);
  const ratios: number[] = [];
  const listeners: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const least = await cpu(() => floor(reads));
    const whole = await cpu(() => answer(few, characters));
    const more = await cpu(() => answer(many, characters));
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
