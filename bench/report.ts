// deno-lint-ignore-file no-console
/**
 * How figures are taken and printed.
 *
 * @module
 */

import process from "node:process";

/** One measured figure and what it must not exceed. */
export interface Figure {
  /** What was measured. */
  readonly name: string;
  /** The figure. */
  readonly value: number;
  /** What it must not exceed. */
  readonly target: number;
  /** What both are counted in. */
  readonly unit: string;
}

/** Prints one line for a figure. */
export function print({ name, value, target, unit }: Figure): void {
  const figures = `${round(value)} ${unit}`.padStart(16);
  const verdict = value <= target ? "met" : "missed";
  console.log(
    `${name.padEnd(58)} ${figures}   at most ${
      `${target} ${unit}`.padEnd(12)
    } ${verdict}`,
  );
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** CPU time of the whole process that some work takes, in microseconds. */
export async function cpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The middle of some figures. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
