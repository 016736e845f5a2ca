// What is left of a measurement that was refused.
import { assertEquals, assertThrows } from "@std/assert";
import { TokenMeter } from "../../../runtime/meter/token_meter.ts";
import {
  began,
  characters as estimate,
  type Entry,
  headed,
  headerOf,
  logOf,
  said,
} from "./_log.ts";

const BAD: Entry = { type: "user/message", data: {} };

Deno.test("TokenMeter refuses a malformed event every time", () => {
  const log = logOf(said("a"), BAD);
  const meter = new TokenMeter();

  for (let time = 0; time < 3; time++) {
    assertThrows(() => meter.measure(log), TypeError, "event 2");
  }
});

for (const method of ["measure", "breakdown", "checkpoint"] as const) {
  Deno.test(`TokenMeter.${method}() refuses a malformed event`, () => {
    const log = logOf(said("a"), BAD);

    assertThrows(() => new TokenMeter()[method](log), TypeError, "event 2");
  });
}

Deno.test("TokenMeter keeps nothing of what led to a malformed event", () => {
  const log = logOf(said("a"));
  const meter = new TokenMeter({ estimate });
  meter.measure(log);
  log.add(said("1234"), headed(), began(1, 1), BAD);

  assertThrows(() => meter.measure(log), TypeError, "event 5");

  assertEquals(meter.checkpoint(log.cut(4)), {
    version: 1,
    revision: 1,
    nodes: [{ seq: 1, tokens: 5 }],
  });
});

Deno.test("TokenMeter goes on once a malformed event is gone", () => {
  const log = logOf(said("a"), BAD);
  const meter = new TokenMeter({ estimate });
  assertThrows(() => meter.measure(log), TypeError, "event 2");

  const { surfaceTokens } = meter.measure(log.cut(1).add(said("12")));

  assertEquals(surfaceTokens, 11);
});

Deno.test("TokenMeter measures other sessions where one is malformed", () => {
  const meter = new TokenMeter({ estimate });
  assertThrows(() => meter.measure(logOf(BAD)), TypeError, "event 1");

  assertEquals(meter.measure(logOf(said("12"))).totalTokens, 6);
});

Deno.test("TokenMeter changes nothing where the estimator throws", () => {
  const log = logOf(said("12"));
  let fails = true;
  const meter = new TokenMeter({
    estimate(text) {
      if (fails) throw new Error("no tokenizer");
      return text.length;
    },
  });
  assertThrows(() => meter.measure(log), Error, "no tokenizer");

  fails = false;

  assertEquals(meter.measure(log).totalTokens, 6);
});

Deno.test("TokenMeter refuses an estimate that is no count", () => {
  const meter = new TokenMeter({ estimate: () => NaN });

  assertThrows(
    () => meter.measure(logOf(said("a"))),
    RangeError,
    'Cannot estimate tokens: "options.estimate" must return an integer, 0 or more',
  );
});

Deno.test("TokenMeter refuses a log that lost events it has measured", () => {
  const log = logOf(said("a"), said("b"));
  const meter = new TokenMeter();
  meter.measure(log);
  log.cut(1);

  assertThrows(
    () => meter.measure(log),
    RangeError,
    "Cannot measure session: its log ends at event 1, before event 2",
  );
});

Deno.test("TokenMeter refuses a log that ends before it says", () => {
  const session = { revision: 3, eventsFrom: logOf(said("a")).eventsFrom };

  assertThrows(
    () => new TokenMeter().measure(session),
    RangeError,
    "Cannot measure session: its log ends at event 1, before event 3",
  );
});

Deno.test("TokenMeter takes a header that is as small as can be", () => {
  const { system: _, ...header } = headerOf("");

  assertEquals(new TokenMeter().measure(logOf(), header).totalTokens, 0);
});

Deno.test("TokenMeter refuses an estimator that is no function", () => {
  assertThrows(
    () => new TokenMeter({ estimate: 4 as never }),
    TypeError,
    'Cannot estimate tokens: "options.estimate" must be a function',
  );
});

const NO_SESSIONS: [what: string, session: unknown][] = [
  ["nothing", undefined],
  ["messages", []],
  ["the promise of a session", Promise.resolve(logOf())],
];

for (const method of ["measure", "breakdown", "checkpoint"] as const) {
  for (const [what, session] of NO_SESSIONS) {
    Deno.test(`TokenMeter.${method}() refuses ${what} for a session`, () => {
      assertThrows(
        () => new TokenMeter()[method](session as never),
        TypeError,
        'Cannot measure session: "session" must be a session, or a log of one',
      );
    });
  }
}

Deno.test("TokenMeter.restore() refuses what is no session", () => {
  const meter = new TokenMeter();
  const checkpoint = meter.checkpoint(logOf());

  assertThrows(
    () => meter.restore([] as never, checkpoint),
    TypeError,
    'Cannot measure session: "session" must be a session, or a log of one',
  );
});
