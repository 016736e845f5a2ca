/**
 * What it takes to measure a long session.
 *
 * @module
 */

import { createUserMessage } from "../mod.ts";
import { type SessionEvent, TokenMeter } from "../runtime/meter/mod.ts";
import { cpu, type Figure, median } from "./report.ts";

const ROUNDS = 21;
const WARM_UP = 5;
const MESSAGES = 10_000;
const TEXT = "The ferry left the harbour at seven, an hour late. ".repeat(8);

/** Times the first measurement of a session, and those after one more message. */
export async function meter(): Promise<Figure[]> {
  const first: number[] = [];
  const next: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const events = Array.from({ length: MESSAGES }, (_, k) => said(k + 1));
    const session = {
      get revision() {
        return events.length;
      },
      eventsFrom: (seq: number) => events.slice(seq - 1),
    };
    const meter = new TokenMeter();
    const whole = await cpu(() => meter.measure(session));
    events.push(said(events.length + 1));
    let measured = 0;
    const more = await cpu(() => {
      measured = meter.measure(session).nodes.length;
    });
    if (measured !== MESSAGES + 1) {
      throw new Error(`Cannot measure: ${measured} messages were seen`);
    }
    if (round < 0) continue;
    first.push(whole / 1_000);
    next.push(more / 1_000);
  }
  return [
    {
      name: "tokens of 10,000 messages, the first time",
      value: median(first),
      target: 500,
      unit: "ms",
    },
    {
      name: "tokens of 10,000 messages, one of them new",
      value: median(next),
      target: 5,
      unit: "ms",
    },
  ];
}

function said(seq: number): SessionEvent {
  const message = createUserMessage({ content: TEXT });
  return {
    seq,
    time: seq,
    type: "user/message",
    data: { message },
    surfaceOp: { op: "append" },
  };
}
