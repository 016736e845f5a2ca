/**
 * Ends turns, also those that a process left open which has gone.
 *
 * @module
 */

import { createStepFold, INTERRUPTED, type StepOutcome } from "./step_fold.ts";
import type { TurnLog } from "./turn_log.ts";
import type { TurnResult } from "./turn_result.ts";

const LOST = { kind: "interrupted", failure: INTERRUPTED } as const;

/**
 * Ends what is open of a turn as what its last step came to, as far as the log
 * tells. A turn whose last answer calls tools stays open: it goes on with their
 * results.
 *
 * @param log The log.
 * @returns What the turn came to, unless none was open.
 */
export async function settleTurn(
  log: TurnLog,
): Promise<TurnResult | undefined> {
  log.catchUp();
  const { open, turn, step } = log.state;
  if (open === undefined) return undefined;
  const outcome = await outcomeOf(log);
  if (open === "step") await log.append("step/end", { turn, step });
  else if (callsTools(outcome)) return resultOf(outcome);
  return await endTurn(log, turn, outcome);
}

/**
 * Ends a turn as what its last step came to, which has to be over, and makes all of
 * it durable. One whose answer calls tools goes on.
 *
 * @param log The log.
 * @param turn Which turn.
 * @param outcome What the step came to.
 * @returns What the turn came to.
 */
export async function endTurn(
  log: TurnLog,
  turn: number,
  outcome: StepOutcome,
): Promise<TurnResult> {
  if (outcome.kind === "message") {
    if (!callsTools(outcome)) {
      await log.append("turn/end", { turn, outcome: "done" });
    }
  } else {
    const { kind, failure } = outcome;
    await log.append("turn/end", { turn, outcome: kind, failure });
  }
  // What tools do lasts, so what called them has to.
  await log.sync();
  return resultOf(outcome);
}

function callsTools(outcome: StepOutcome): boolean {
  return outcome.kind === "message" &&
    outcome.message.content.some(({ type }) => type === "tool-call");
}

function resultOf(outcome: StepOutcome): TurnResult {
  if (outcome.kind !== "interrupted") return Object.freeze(outcome);
  const { kind, message } = outcome;
  return Object.freeze({ kind, ...(message !== undefined && { message }) });
}

async function outcomeOf(log: TurnLog): Promise<StepOutcome> {
  const { open, stepSeq, answerSeq, headerSeq } = log.state;
  const answer = log.at<"assistant/message">(answerSeq)?.data;
  if (answer?.interrupted) return { ...LOST, message: answer.message };
  if (answer !== undefined) {
    const { message, usage } = answer;
    return { kind: "message", message, ...(usage !== undefined && { usage }) };
  }
  const fold = createStepFold();
  for (const { type, seq, data } of log.eventsFrom(stepSeq)) {
    if (type !== "assistant/chunk") continue;
    fold.push([data.chunk], { from: seq, to: seq });
  }
  const { reason } = fold;
  const header = log.at<"request/header">(headerSeq)?.data.header;
  if (open === "step" && header !== undefined) {
    const aborted = reason === undefined;
    return await fold.conclude(log, { route: header.config, aborted });
  }
  return reason?.kind === "error"
    ? { kind: "error", failure: reason.failure }
    : LOST;
}
