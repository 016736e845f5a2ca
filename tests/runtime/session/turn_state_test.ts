import { assertEquals } from "@std/assert";
import {
  createTurnState,
  foldTurn,
  type TurnState,
} from "../../../runtime/session/turn_state.ts";
import { answered, delta, event, said, START, STEP } from "./_events.ts";

const ROWS: [type: string, data: object, change: Partial<TurnState>][] = [
  ["session/start", START, {}],
  ["user/message", { message: said("a") }, {}],
  ["turn/start", { turn: 1 }, { open: "turn", turn: 1, stepSeq: 3 }],
  ["step/start", STEP, { open: "step", step: 1, stepSeq: 4 }],
  ["request/header", { header: {} }, { headerSeq: 5 }],
  ["request/context", {}, { contextSeq: 6 }],
  ["assistant/chunk", { ...STEP, chunk: delta("b") }, {}],
  ["assistant/message", { message: answered("b") }, { answerSeq: 8 }],
  ["step/end", STEP, { open: "turn" }],
  ["weather/rain", { mm: 3 }, {}],
  ["step/start", { turn: 1, step: 2 }, {
    open: "step",
    step: 2,
    stepSeq: 11,
    answerSeq: 0,
  }],
  ["step/end", { turn: 1, step: 2 }, { open: "turn" }],
  ["turn/end", { turn: 1, outcome: "done" }, { open: undefined }],
  ["turn/start", { turn: 2 }, { open: "turn", turn: 2, step: 0, stepSeq: 14 }],
];

for (const [k, [type, , change]] of ROWS.entries()) {
  Deno.test(`foldTurn() takes in event ${k + 1}, ${type}`, () => {
    const state = createTurnState();
    for (const [at, [type, data]] of ROWS.slice(0, k).entries()) {
      foldTurn(state, event(at + 1, { type, data }));
    }
    const before = { ...state };

    foldTurn(state, event(k + 1, { type, data: ROWS[k]![1] }));

    assertEquals<object>(state, { ...before, ...change, seq: k + 1 });
  });
}
