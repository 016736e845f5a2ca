/**
 * Texts of every kind, and how many tokens they are.
 *
 * `counts.json` holds what the tokenizer of GPT-4o counts: `deno task bench:tokens
 * --write` writes it.
 */

import { estimateTokens } from "../../../runtime/meter/estimate_tokens.ts";

/** Where the texts are. */
export const SAMPLES_URL: URL = new URL(
  "../../fixtures/token_samples/",
  import.meta.url,
);

/** The texts the estimate was fitted to, and those it had never seen. */
export const SETS = ["fitted", "held_out"] as const;

/** One text. */
export interface Sample {
  /** What it is made of. */
  readonly script: string;
  /** Which of them, from 0. */
  readonly index: number;
  /** The text. */
  readonly text: string;
}

/** Loads the texts of a set. */
export function loadSamples(set: string): Sample[] {
  const folder = new URL(`${set}/`, SAMPLES_URL);
  return Array.from(Deno.readDirSync(folder), ({ name }) => name).sort()
    .flatMap((name) =>
      Deno.readTextFileSync(new URL(name, folder)).trimEnd()
        .split("\n=====\n")
        .map((text, index) => ({
          script: name.replace(".txt", ""),
          index,
          text,
        }))
    );
}

/** By how many percent an estimate is off, where it is too low less than 0. */
export function errorOf(estimate: number, count: number): number {
  return (estimate - count) / count * 100;
}

/** How far off the estimates of some texts are, in percent. */
export interface Accuracy {
  /** The middle of all errors, without their signs. */
  readonly median: number;
  /** The error of each script over all of its texts. */
  readonly scripts: ReadonlyMap<string, number>;
}

/** Compares estimates with counts, text by text and script by script. */
export function accuracyOf(
  samples: readonly Sample[],
  countOf: (sample: Sample) => number,
  estimate: (text: string) => number = estimateTokens,
): Accuracy {
  const errors = samples
    .map((sample) => Math.abs(errorOf(estimate(sample.text), countOf(sample))))
    .sort((a, b) => a - b);
  const sums = new Map<string, [estimated: number, counted: number]>();
  for (const sample of samples) {
    const [estimated, counted] = sums.get(sample.script) ?? [0, 0];
    sums.set(sample.script, [
      estimated + estimate(sample.text),
      counted + countOf(sample),
    ]);
  }
  return {
    median: errors[Math.floor(errors.length / 2)]!,
    scripts: new Map(
      Array.from(sums, ([script, sum]) => [script, errorOf(...sum)]),
    ),
  };
}

/** How far off the worst of some errors is, in percent. */
export function worstOf(errors: Iterable<number>): number {
  return Math.max(...Array.from(errors, Math.abs));
}
