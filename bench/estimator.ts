/**
 * Prints how far the estimate of tokens is from what a tokenizer counts, beside
 * the rule that four characters are a token.
 *
 * Run with `deno task bench:tokens`, which downloads the tokenizer. With `--write`
 * it also writes what the tokenizer counts to where the tests look it up.
 *
 * @module
 */

// deno-lint-ignore-file no-console
import {
  accuracyOf,
  errorOf,
  loadSamples,
  type Sample,
  SAMPLES_URL,
  SETS,
  worstOf,
} from "../tests/runtime/meter/_samples.ts";
import { estimateTokens } from "../runtime/meter/estimate_tokens.ts";
import { print } from "./report.ts";

// Not written where it is imported, so that nothing but this program downloads it.
const TOKENIZER = "npm:gpt-tokenizer@4.0.0/encoding/o200k_base";

const { countTokens } = await import(TOKENIZER) as {
  countTokens(text: string): number;
};

function countOf({ text }: Sample): number {
  return countTokens(text);
}

function quarter(text: string): number {
  return Math.ceil(text.length / 4);
}

function percents(errors: readonly number[]): string {
  return errors.map((error) => error.toFixed(0).padStart(5)).join("");
}

function report(set: string): void {
  const samples = loadSamples(set);
  const ours = accuracyOf(samples, countOf);
  const rule = accuracyOf(samples, countOf, quarter);
  console.log(
    `\n${set.padEnd(16)}${"script, %".padStart(10)}${
      "text by text".padStart(18)
    }` +
      `${"chars/4, %".padStart(14)}`,
  );
  for (const [script, error] of ours.scripts) {
    const errors = samples.filter((sample) => sample.script === script)
      .map((sample) => errorOf(estimateTokens(sample.text), countOf(sample)));
    console.log(
      script.padEnd(16) + error.toFixed(1).padStart(10) +
        percents(errors).padStart(18) +
        rule.scripts.get(script)!.toFixed(1).padStart(14),
    );
  }
  const figures = [
    ["median error of a text", ours.median, 12, rule.median],
    [
      "worst error of a script",
      worstOf(ours.scripts.values()),
      30,
      worstOf(rule.scripts.values()),
    ],
  ] as const;
  for (const [name, value, target, other] of figures) {
    const full = `${set}: ${name} (chars/4: ${other.toFixed(0)} %)`;
    print({ name: full, value, target, unit: "%" });
  }
}

for (const set of SETS) report(set);

if (Deno.args.includes("--write")) {
  const counts = Object.fromEntries(SETS.map((set) => {
    const ofSet: Record<string, number[]> = {};
    for (const sample of loadSamples(set)) {
      (ofSet[sample.script] ??= []).push(countOf(sample));
    }
    return [set, ofSet];
  }));
  Deno.writeTextFileSync(
    new URL("counts.json", SAMPLES_URL),
    JSON.stringify(counts, undefined, 2) + "\n",
  );
}
