/**
 * Where a log stands between its turns and steps.
 *
 * @module
 */

import type { SessionEvent } from "./session_event.ts";

/**
 * Where a log stands. Derived from its events alone, and numbers alone: what an
 * event says is read from the log when it is needed.
 */
export interface TurnState {
  /** Seq of the last event that was taken in. */
  seq: number;
  /** What is not over: nothing, a turn, or a step and its turn. */
  open?: "turn" | "step" | undefined;
  /** The last turn, 0 if there was none. */
  turn: number;
  /** The last step of that turn, 0 if there was none. */
  step: number;
  /** Seq of the start of that step, or of the turn. */
  stepSeq: number;
  /** Seq of the message that came of that step, 0 if none did. */
  answerSeq: number;
  /** Seq of the header in force, 0 if there is none. */
  headerSeq: number;
  /** Seq of what is known of the model, 0 if nothing is. */
  contextSeq: number;
}

/** Where a log without events stands. */
export function createTurnState(): TurnState {
  return {
    seq: 0,
    turn: 0,
    step: 0,
    stepSeq: 0,
    answerSeq: 0,
    headerSeq: 0,
    contextSeq: 0,
  };
}

/** Takes in the next event. */
export function foldTurn(state: TurnState, event: SessionEvent): void {
  const { seq } = event;
  state.seq = seq;
  switch (event.type) {
    case "turn/start":
      state.turn = event.data.turn;
      begin(state, "turn", 0);
      return;
    case "step/start":
      begin(state, "step", event.data.step);
      return;
    case "step/end":
      state.open = "turn";
      return;
    case "turn/end":
      state.open = undefined;
      return;
    case "assistant/message":
      state.answerSeq = seq;
      return;
    case "request/header":
      state.headerSeq = seq;
      return;
    case "request/context":
      state.contextSeq = seq;
      return;
    default:
      // The rest, types nobody here knows included, changes nothing here.
  }
}

function begin(state: TurnState, open: "turn" | "step", step: number): void {
  state.open = open;
  state.step = step;
  state.stepSeq = state.seq;
  state.answerSeq = 0;
}
