/**
 * What adapters may remember of an answer.
 *
 * @module
 */

import {
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
} from "../../message.ts";
import { INVALID_REPLAY_STATE_CODE } from "../../runtime/codes.ts";
import { readCall, type Transcript } from "./_call.ts";
import { forEveryAnswer } from "./_chunk_rules.ts";
import { isLosslessJson } from "./_is_lossless_json.ts";
import type { Kit, OpenTrial, Rule } from "./_kit.ts";
import {
  blocksOf,
  describeEnd,
  failureIn,
  finishOf,
  fold,
  succeeded,
} from "./_outcome.ts";

// No envelope has only this, whatever its adapter and version.
const FOREIGN_STATE = "not an envelope";

/** The rules. */
export const REPLAY_RULES: readonly Rule[] = [
  forEveryAnswer("replay state is lossless JSON", (transcript) => {
    const { replayState } = finishOf(transcript) ?? {};
    return replayState === undefined || isLosslessJson(replayState)
      ? undefined
      : { expected: "state that JSON holds as it is", got: "other state" };
  }),
  forEveryAnswer(
    "replay state comes with successes, and with one entry a block if any",
    (transcript) => {
      const { replayState } = finishOf(transcript) ?? {};
      if (replayState === undefined) return undefined;
      if (!succeeded(transcript)) {
        const got = `state with ${describeEnd(transcript)}`;
        return { expected: "none where the call failed", got };
      }
      // The fold lets go of state that does not fit its blocks.
      return fold(transcript).replayState !== undefined ? undefined : {
        expected: "as many entries as there are blocks",
        got: "another number",
      };
    },
  ),
  {
    rule: "an answer can be given back with its replay state",
    check: (kit) =>
      kit.each(async (trial) => {
        const answer = await readCall(kit, trial);
        const state = fold(answer).replayState;
        if (!isGivable(answer)) return;
        const next = await goOn(kit, trial, { answer, state });
        if (succeeded(next)) return;
        const expected = "a success in the next call";
        const { scenario } = trial;
        throw kit.broken({ scenario, expected, got: describeEnd(next) });
      }),
  },
  {
    rule: "replay state that cannot be read is refused before a request",
    check: (kit) =>
      kit.each(async (trial) => {
        const answer = await readCall(kit, trial);
        if (!isGivable(answer)) return;
        const { scenario, requests } = trial;
        const before = requests?.();
        const next = await goOn(kit, trial, { answer, state: FOREIGN_STATE });
        if (failureIn(next)?.code !== INVALID_REPLAY_STATE_CODE) {
          const expected = `a failure of code "${INVALID_REPLAY_STATE_CODE}"`;
          throw kit.broken({ scenario, expected, got: describeEnd(next) });
        }
        if (requests?.() === before) return;
        throw kit.broken({ scenario, expected: "no request", got: "one" });
      }),
  },
];

/** Whether there is state, and a success it goes with. */
function isGivable(answer: Transcript): boolean {
  return succeeded(answer) && finishOf(answer)?.replayState !== undefined;
}

/** Asks again, with an answer in the conversation. */
function goOn(
  kit: Kit,
  trial: OpenTrial,
  { answer, state }: { answer: Transcript; state: unknown },
): Promise<Transcript> {
  const { provider, model, messages } = trial.options;
  const blocks = blocksOf(answer);
  const given = createAssistantMessage({
    content: blocks,
    source: { provider, model, replayState: state },
  });
  const results = blocks.flatMap((block) =>
    block.type === "tool-call"
      ? [createToolResultMessage({ callId: block.id, content: "Done" })]
      : []
  );
  const question = createUserMessage({ content: "Go on" });
  return readCall(kit, trial, {
    request: { messages: [...messages, given, ...results, question] },
  });
}
