/**
 * What a log may be.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";

/**
 * Asserts that the turns and steps of a log follow each other as they must. It may
 * end anywhere, as that of a process does that was stopped.
 */
export function assertLegal(events: readonly SessionEvent[]): void {
  let turn = 0;
  let step = 0;
  let open: "turn" | "step" | undefined;
  let answered = false;
  let headed = false;
  let chunks: number[] = [];
  for (const { seq, type, data, ...rest } of events) {
    const place = `event ${seq}, ${type}`;
    switch (type) {
      case "turn/start":
        assertEquals([open, data.turn], [undefined, turn + 1], place);
        turn++;
        step = 0;
        open = "turn";
        break;
      case "step/start":
        assertEquals([open, data], ["turn", { turn, step: step + 1 }], place);
        step++;
        open = "step";
        answered = false;
        chunks = [];
        break;
      case "request/header":
        assertEquals(open, "step", place);
        headed = true;
        break;
      case "request/context":
        assertEquals(open, "step", place);
        break;
      case "assistant/chunk":
        assertEquals([open, data.turn, data.step], ["step", turn, step], place);
        assert(headed && !answered, place);
        chunks.push(seq);
        break;
      case "assistant/message":
        assertEquals(open, "step", place);
        assert(!answered, place);
        assertEquals(rest.sourceEventSeqs, chunks, place);
        assertEquals(rest.surfaceOp, { op: "append" }, place);
        answered = true;
        break;
      case "step/end":
        assertEquals([open, data], ["step", { turn, step }], place);
        open = "turn";
        break;
      case "turn/end":
        assertEquals([open, data.turn], ["turn", turn], place);
        open = undefined;
        break;
      default:
        // The rest may stand anywhere.
    }
  }
}
