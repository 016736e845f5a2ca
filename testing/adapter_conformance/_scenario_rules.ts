/**
 * What each scenario must come to.
 *
 * @module
 */

import {
  isTokenDelta,
  parseToolArguments,
  type TokenUsage,
  type ToolCallBlock,
} from "../../message.ts";
import { EMPTY_RESPONSE_CODE } from "../../runtime/codes.ts";
import { readCall, startCall, type Transcript } from "./_call.ts";
import type { Kit, OpenTrial, Rule } from "./_kit.ts";
import {
  blocksOf,
  describeBlocks,
  describeEnd,
  endOf,
  failureIn,
  finishOf,
  fold,
  succeeded,
} from "./_outcome.ts";
import { readToSilence } from "./_silence.ts";
import type { AdapterScenario } from "./adapter_subject.ts";

type EndingScenario = Exclude<AdapterScenario, "stall">;

/** What one scenario must come to. */
interface Answer {
  readonly expected: string;
  readonly holds: (transcript: Transcript, trial: OpenTrial) => boolean;
}

const ANSWERS: Readonly<Record<EndingScenario, Answer>> = {
  "text": {
    expected: 'text and a finish "stop"',
    holds: (answer) => endOf(answer) === "stop" && has(answer, "text"),
  },
  "reasoning": {
    expected: 'reasoning and a finish "stop"',
    holds: (answer) => endOf(answer) === "stop" && has(answer, "reasoning"),
  },
  "tool-call": {
    expected: 'one tool call with arguments and a finish "tool-calls"',
    holds: (answer) => calls(answer, 1) && callsOf(answer).every(hasArguments),
  },
  "parallel-tool-calls": {
    expected: 'tool calls of ids of their own and a finish "tool-calls"',
    holds: (answer) => calls(answer, 2),
  },
  "tool-call-without-arguments": {
    expected: 'one tool call of arguments "{}" and a finish "tool-calls"',
    holds: (answer) =>
      calls(answer, 1) && callsOf(answer)[0]?.arguments.trim() === "{}",
  },
  "empty": {
    expected: `a failure of code "${EMPTY_RESPONSE_CODE}"`,
    holds: (answer) => failureIn(answer)?.code === EMPTY_RESPONSE_CODE,
  },
  "max-tokens": {
    expected: 'a finish "max-tokens"',
    holds: (answer) => endOf(answer) === "max-tokens",
  },
  "usage": {
    expected: "a success that tells its usage, each token once",
    holds: (answer, { usage }) =>
      succeeded(answer) && tellsUsage(answer, usage),
  },
  "cut": {
    expected: "some text and a failure",
    holds: (answer) => endOf(answer) === "error" && brought(answer),
  },
  "error-before-anything": {
    expected: "a failure and no content",
    holds: (answer) => endOf(answer) === "error" && !brought(answer),
  },
  "error-in-mid-stream": {
    expected: "some text and a failure",
    holds: (answer) => endOf(answer) === "error" && brought(answer),
  },
};

/** The rules. */
export const SCENARIO_RULES: readonly Rule[] = [
  ...(Object.keys(ANSWERS) as EndingScenario[]).map((scenario) => {
    const { expected } = ANSWERS[scenario];
    return {
      rule: `"${scenario}" comes to ${expected}`,
      scenario,
      check: (kit: Kit) => checkAnswer(kit, scenario),
    };
  }),
  {
    rule: '"stall" comes to some text and then silence',
    scenario: "stall",
    check: checkStall,
  },
];

async function openListed(
  kit: Kit,
  scenario: AdapterScenario,
): Promise<OpenTrial> {
  const trial = await kit.open(scenario);
  if (trial !== undefined) return trial;
  throw kit.broken({
    expected: `a trial of "${scenario}", or a reason in "unsupported"`,
    got: "neither",
  });
}

async function checkAnswer(
  kit: Kit,
  scenario: EndingScenario,
): Promise<void> {
  const { expected, holds } = ANSWERS[scenario];
  const trial = await openListed(kit, scenario);
  const answer = await readCall(kit, trial);
  // That a call ends at all is a matter of another rule.
  const bare = answer.error === undefined && finishOf(answer) === undefined;
  if (holds(answer, trial) || (bare && scenario !== "cut")) return;
  const got = `${describeEnd(answer)} and ${describeBlocks(answer)}`;
  throw kit.broken({ expected, got });
}

async function checkStall(kit: Kit): Promise<void> {
  const trial = await openListed(kit, "stall");
  const call = startCall(kit, trial);
  const silence = await readToSilence(kit, call);
  await call.cancel();
  if (silence !== undefined) return;
  throw kit.broken({
    expected: "some text and then silence",
    got: "no text, or an end",
  });
}

function has(answer: Transcript, type: "text" | "reasoning"): boolean {
  return blocksOf(answer).some((block) =>
    block.type === type && block.text.trim() !== ""
  );
}

function brought({ chunks }: Transcript): boolean {
  return chunks.some((chunk) => isTokenDelta(chunk));
}

function callsOf(answer: Transcript): ToolCallBlock[] {
  return blocksOf(answer).filter((block) => block.type === "tool-call");
}

/** Whether the answer ends in calls: one, or at least so many. */
function calls(answer: Transcript, count: number): boolean {
  const list = callsOf(answer);
  const ids = new Set(list.map(({ id }) => id));
  return endOf(answer) === "tool-calls" && ids.size === list.length &&
    (count === 1 ? list.length === 1 : list.length >= count) &&
    list.every(({ id, name }) => id !== "" && name !== "");
}

function hasArguments(call: ToolCallBlock): boolean {
  try {
    return Object.keys(parseToolArguments(call) as object).length > 0;
  } catch {
    return false;
  }
}

function tellsUsage(
  answer: Transcript,
  expected: TokenUsage | undefined,
): boolean {
  const { usage } = fold(answer);
  if (usage === undefined || expected === undefined) return !!usage;
  const names = [
    "inputTokens",
    "outputTokens",
    "cacheReadTokens",
    "cacheWriteTokens",
    "reasoningTokens",
  ] as const;
  // A count of nothing may as well be left out.
  return names.every((name) => (usage[name] ?? 0) === (expected[name] ?? 0));
}
