/**
 * How calls may fail.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { UNSUPPORTED_OPTION_CODE } from "../../runtime/codes.ts";
import { errorChain } from "../../runtime/error_chain.ts";
import { copyFailure } from "../../runtime/failure_of.ts";
import { readCall, type Transcript } from "./_call.ts";
import { forEveryAnswer } from "./_chunk_rules.ts";
import { isLosslessJson } from "./_is_lossless_json.ts";
import type { Kit, Rule } from "./_kit.ts";
import { blocksOf, describeEnd, failureIn, finishOf } from "./_outcome.ts";
import type { AdapterScenario } from "./adapter_subject.ts";

/** The rules. */
export const FAILURE_RULES: readonly Rule[] = [
  forEveryAnswer(
    "the failure of a finish is plain data with a message and a code",
    (transcript) => {
      const reason = finishOf(transcript)?.reason;
      if (reason?.kind !== "error" && reason?.kind !== "aborted") {
        return undefined;
      }
      const { failure } = reason;
      return copyFailure(failure) !== undefined && isLosslessJson(failure)
        ? undefined
        : { expected: "such a failure", got: String(JSON.stringify(failure)) };
    },
  ),
  forEveryAnswer("what is thrown is an LlmError", ({ error }) => {
    if (error === undefined || isLlmError(error.value)) return undefined;
    const got = `"${errorChain(error.value)}"`;
    return { expected: "an error with a failure of the same code", got };
  }),
  {
    rule: "a failure overtakes no chunk, however slow the reader is",
    async check(kit) {
      await checkNothingLost(kit, "cut");
      await checkNothingLost(kit, "error-in-mid-stream");
    },
  },
  {
    rule: "a call that fails is not tried again",
    check: (kit) =>
      kit.each(async (trial) => {
        const { scenario, requests } = trial;
        await readCall(kit, trial);
        const got = requests?.() ?? 1;
        if (got === 1) return;
        throw kit.broken({ scenario, expected: "one request", got: `${got}` });
      }),
  },
  {
    rule: "what cannot be honoured is refused before a request",
    check: checkRefusals,
  },
  { rule: "no secret shows in what a call reports", check: checkSecrets },
];

async function checkNothingLost(
  kit: Kit,
  scenario: AdapterScenario,
): Promise<void> {
  const texts: string[] = [];
  for (const pauses of [0, 3]) {
    const trial = await kit.open(scenario);
    if (trial === undefined) return;
    if (trial.text !== undefined) texts[0] ??= trial.text;
    texts.push(textIn(await readCall(kit, trial, { pauses })));
  }
  const [expected, ...read] = texts.map((text) => JSON.stringify(text));
  const got = read.find((text) => text !== expected);
  if (got !== undefined) {
    throw kit.broken({ scenario, expected: expected!, got });
  }
}

function textIn(answer: Transcript): string {
  return blocksOf(answer)
    .map((block) => block.type === "text" ? block.text : "")
    .join("");
}

function isLlmError(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { failure, code } = value as { failure?: unknown; code?: unknown };
  return failure !== undefined && copyFailure(failure)?.code === code;
}

async function checkRefusals(kit: Kit): Promise<void> {
  for (const refused of kit.subject.refused ?? []) {
    const { request, code = UNSUPPORTED_OPTION_CODE } = refused;
    const trial = await kit.openAny();
    if (trial === undefined) return;
    const answer = await readCall(kit, trial, { request });
    const names = Object.keys(request).join(", ");
    if (failureIn(answer)?.code !== code) {
      const expected = `a failure of code "${code}" for ${names}`;
      throw kit.broken({ expected, got: describeEnd(answer) });
    }
    const count = trial.requests?.() ?? 0;
    if (count > 0) {
      const expected = `no request for ${names}`;
      throw kit.broken({ expected, got: `${count}` });
    }
  }
}

async function checkSecrets(kit: Kit): Promise<void> {
  const { secrets = [] } = kit.subject;
  if (secrets.length === 0) return;
  await kit.each(async (trial) => {
    const reports: unknown[] = [];
    const context: LlmAdapterContext = {
      diagnostic: (diagnostic) => void reports.push(diagnostic),
      response: (facts) => void reports.push(facts),
    };
    const answer = await readCall(kit, trial, { context });
    reports.push(failureIn(answer), answer.error?.value);
    const words = reports.map(wordsOf).join();
    const { scenario } = trial;
    if (!secrets.some((secret) => words.includes(secret))) return;
    // Not what it was: the message of a test is a log as well.
    throw kit.broken({ scenario, expected: "no secret", got: "one" });
  });
}

function wordsOf(report: unknown): string {
  const { error } = (report ?? {}) as { error?: unknown };
  const words = [errorChain(report), errorChain(error)];
  try {
    words.push(String(JSON.stringify(report)));
  } catch {
    // What cannot be written has been read as far as it goes.
  }
  return words.join();
}
