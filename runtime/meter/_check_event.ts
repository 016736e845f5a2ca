/**
 * What an event must be to be counted.
 *
 * @module
 */

import { filled, must, object, text } from "../../message/find_fault.ts";
import { findMessageFault } from "../../message/find_message_fault.ts";
import {
  COUNT,
  isCount,
  readShape,
  refusal,
  type Shape,
} from "../read_shape.ts";
import { STEP, USAGE } from "../session/event_shapes.ts";
import type { SessionEvent } from "../session/session_event.ts";

/** What a header must be, as far as it is measured. */
export const HEADER: Shape = {
  config: object,
  "system?": text,
  "tools?": [{ name: text, description: text, parameters: object }],
};

// What is counted of the data, by the type of the event. Others ask for nothing.
const DATA: ReadonlyMap<unknown, Shape> = new Map<unknown, Shape>([
  ["step/start", STEP],
  ["user/message", { message: findMessageFault }],
  ["tool/result", { message: findMessageFault }],
  ["assistant/message", { message: findMessageFault, "usage?": USAGE }],
  ["context/replace", { messages: [findMessageFault] }],
  ["request/header", { header: HEADER }],
  ["request/context", { "contextWindow?": COUNT }],
]);

/**
 * Checks that the next event of a log is what it should be.
 *
 * @param event What should be one.
 * @param seq Its place in the log.
 * @returns The same event.
 * @throws {TypeError} If a field is of another type, naming event and field.
 * @throws {RangeError} If a number is out of its range, naming event and field.
 */
export function checkEvent(event: unknown, seq: number): SessionEvent {
  const error = refusal(`measure event ${seq}`);
  const fault = object(event, "event");
  if (fault) throw error(fault);
  const { type, data, surfaceOp } = event as SessionEvent;
  readShape(event, {
    seq: (value, path) => must(value === seq, path, `${seq}`),
    time: [Number.isFinite, "finite"],
    type: filled,
    data: type === "assistant/chunk"
      ? { ...STEP, chunk: chunkShape(data) }
      : DATA.get(type) ?? object,
    "surfaceOp?": surfaceShape(surfaceOp),
    "sourceEventSeqs?": [[
      (n: number) => isCount(n) && n < seq,
      "the seq of an event before",
    ]],
  }, { path: "", error });
  if (surfaceOp !== undefined) {
    readShape(
      data,
      "messages" in data
        ? { messages: [findMessageFault] }
        : { message: findMessageFault },
      { path: "data", error },
    );
  }
  return event as SessionEvent;
}

function chunkShape(data: unknown): Shape {
  const { type } = Object(Object(data).chunk);
  return { type: filled, ...(type === "usage" && { usage: USAGE }) };
}

function surfaceShape(surfaceOp: unknown): Shape {
  return {
    op: ["append", "replace"],
    ...(Object(surfaceOp).op === "replace" && { from: COUNT, to: COUNT }),
  };
}
