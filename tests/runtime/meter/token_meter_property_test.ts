// What holds of every log.
import { assertEquals } from "@std/assert";
import { foldSurface } from "../../../runtime/session/fold_surface.ts";
import { estimateMessage } from "../../../runtime/meter/estimate_message.ts";
import { TokenMeter } from "../../../runtime/meter/token_meter.ts";
import fc from "../../fast_check.ts";
import {
  answered,
  began,
  characters as estimate,
  headed,
  headerOf,
  type Log,
  logOf,
  passed,
  replaced,
  said,
  used,
} from "./_log.ts";

/** Adds one entry to a log, which fits what is there. */
type Step = (log: Log) => void;

const text = fc.string({ maxLength: 12 });
const place = fc.record({
  turn: fc.integer({ min: 1, max: 2 }),
  step: fc.integer({ min: 1, max: 2 }),
});
const usage = fc.record({
  inputTokens: fc.nat(60),
  cacheReadTokens: fc.nat(60),
  outputTokens: fc.nat(60),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  text.map((text): Step => (log) => log.add(said(text))),
  place.map(({ turn, step }): Step => (log) => log.add(began(turn, step))),
  place.map(({ turn, step }): Step => (log) => log.add(passed(turn, step))),
  fc.tuple(place, usage).map(([{ turn, step }, usage]): Step => (log) =>
    log.add(used(turn, step, usage))
  ),
  text.map((text): Step => (log) => log.add(headed(headerOf(text)))),
  fc.tuple(text, fc.option(usage, { nil: undefined })).map((
    [text, usage],
  ): Step =>
  (log) => log.add(answered(text, { usage }))),
  fc.tuple(fc.array(text, { maxLength: 3 }), fc.nat(), fc.nat()).map((
    [texts, a, b],
  ): Step =>
  (log) => {
    const surface = foldSurface(log.eventsFrom(1));
    if (surface.length === 0) return;
    const [from, to] = [a, b].map((n) => n % surface.length)
      .sort((a, b) => a - b)
      .map((at) => surface[at!]!.seq);
    log.add(replaced(texts, { from: from!, to: to! }));
  }),
);

const steps = fc.array(step, { maxLength: 30 });

function build(steps: readonly Step[]): Log {
  const log = logOf();
  for (const step of steps) step(log);
  return log;
}

Deno.test("TokenMeter measures the messages the model sees", () => {
  fc.assert(fc.property(steps, (steps) => {
    const log = build(steps);

    const { nodes, surfaceTokens } = new TokenMeter({ estimate }).measure(log);

    const expected = foldSurface(log.eventsFrom(1)).map(({ seq, message }) => ({
      seq,
      tokens: estimateMessage(message, { estimate }),
    }));
    assertEquals(nodes, expected);
    assertEquals(
      surfaceTokens,
      expected.reduce((sum, { tokens }) => sum + tokens, 0),
    );
  }));
});

Deno.test("TokenMeter comes to the same in however many measurements", () => {
  fc.assert(fc.property(steps, steps, (first, then) => {
    const log = build(first);
    const meter = new TokenMeter({ estimate });
    meter.measure(log);
    for (const step of then) step(log);

    const measurement = meter.measure(log);

    assertEquals(measurement, new TokenMeter({ estimate }).measure(log));
  }));
});

Deno.test("TokenMeter never tells less than it estimates of the next prompt", () => {
  fc.assert(fc.property(steps, (steps) => {
    const log = build(steps);
    const meter = new TokenMeter({ estimate });

    const { systemTokens, messagesTokens, promptTokens } = meter.breakdown(log);

    assertEquals(promptTokens >= systemTokens + messagesTokens, true);
    assertEquals(promptTokens >= 0, true);
  }));
});
