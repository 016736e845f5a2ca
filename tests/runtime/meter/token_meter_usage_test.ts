// What the provider counted, and when that is what a total starts from.
import { assertEquals } from "@std/assert";
import type { EpochHeader } from "../../../runtime/session/session_event.ts";
import type { TokenMeasurement } from "../../../runtime/meter/token_measurement.ts";
import { TokenMeter } from "../../../runtime/meter/token_meter.ts";
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

// What the header takes, and what the one message of the user.
const HEADER_TOKENS = 10;
const MESSAGE_TOKENS = 6;

/** A log with one call, whose prompt is estimated as 16 tokens. */
function called(inputTokens: number): Log {
  return logOf(
    said("12"),
    began(1, 1),
    headed(headerOf("123456")),
    passed(1, 1),
    used(1, 1, { inputTokens, outputTokens: 1_000 }),
  );
}

function measure(log: Log, header?: EpochHeader): TokenMeasurement {
  return new TokenMeter({ estimate }).measure(log, header);
}

Deno.test("TokenMeter starts from what the provider counted of the newest call", () => {
  const measurement = measure(called(100));

  assertEquals(measurement, {
    logRevision: 5,
    baseline: "usage",
    surfaceDeltaTokens: 0,
    totalTokens: 100,
    surfaceTokens: MESSAGE_TOKENS,
    nodes: [{ seq: 1, tokens: MESSAGE_TOKENS }],
  });
});

Deno.test("TokenMeter adds estimates of what came since the call, its answer included", () => {
  const log = called(100).add(answered("123"), said("1234"));

  const { surfaceDeltaTokens, totalTokens, baseline } = measure(log);

  assertEquals([surfaceDeltaTokens, totalTokens], [15, 115]);
  assertEquals(baseline, "usage");
});

Deno.test("TokenMeter takes off what a compaction took away", () => {
  const log = logOf(said("1".repeat(96)), began(1, 1), headed())
    .add(used(1, 1, { inputTokens: 150, outputTokens: 1 }))
    .add(replaced(["12"], { from: 1, to: 1 }));

  const { surfaceDeltaTokens, totalTokens, baseline } = measure(log);

  assertEquals([surfaceDeltaTokens, totalTokens], [-94, 56]);
  assertEquals(baseline, "usage");
});

Deno.test("TokenMeter counts what a cache held and what went into one", () => {
  const log = called(1).add(used(1, 1, {
    inputTokens: 10,
    cacheReadTokens: 20,
    cacheWriteTokens: 30,
    outputTokens: 400,
    reasoningTokens: 300,
  }));

  assertEquals(measure(log).totalTokens, 60);
});

Deno.test("TokenMeter goes by a count that is just the estimate of the call", () => {
  const { baseline } = measure(called(HEADER_TOKENS + MESSAGE_TOKENS));

  assertEquals(baseline, "usage");
});

Deno.test("TokenMeter estimates all where the count is below the estimate of the call", () => {
  const log = called(HEADER_TOKENS + MESSAGE_TOKENS - 1).add(answered("123"));

  const { baseline, surfaceDeltaTokens, totalTokens } = measure(log);

  assertEquals(baseline, "estimated");
  assertEquals([surfaceDeltaTokens, totalTokens], [13, 23]);
});

Deno.test("TokenMeter estimates all where the newest count is too low, whatever came before", () => {
  const log = called(100).add(
    began(1, 2),
    used(1, 2, { inputTokens: 0, outputTokens: 1 }),
  );

  const { baseline, totalTokens } = measure(log);

  assertEquals([baseline, totalTokens], ["estimated", 16]);
});

Deno.test("TokenMeter has no start where no header was logged, whatever was counted", () => {
  const log = logOf(said("12"), began(1, 1))
    .add(used(1, 1, { inputTokens: 100, outputTokens: 1 }));

  const { baseline, totalTokens } = measure(log);

  assertEquals([baseline, totalTokens], ["none", 6]);
});

Deno.test("TokenMeter goes by no count of a call whose header is not known", () => {
  const log = logOf(said("12"), began(1, 1))
    .add(used(1, 1, { inputTokens: 100, outputTokens: 1 }), headed());

  assertEquals(measure(log).baseline, "estimated");
});

Deno.test("TokenMeter goes by the count again once the header is as it was", () => {
  const log = called(100).add(headed(headerOf("1")), headed());

  assertEquals(measure(log).totalTokens, 100);
});

Deno.test("TokenMeter goes by what a failed call was told", () => {
  const log = called(100).add({ type: "step/end", data: { turn: 1, step: 1 } });

  assertEquals(measure(log).totalTokens, 100);
});

Deno.test("TokenMeter goes by what a message says of its call", () => {
  const usage = { inputTokens: 200, outputTokens: 1 };
  const log = called(100).add(answered("", { usage }));

  const { totalTokens, surfaceDeltaTokens } = measure(log);

  assertEquals([totalTokens, surfaceDeltaTokens], [204, 4]);
});

Deno.test("TokenMeter counts what was said while a call was under way as new", () => {
  const log = logOf(said("12"), began(1, 1), headed(), said("1234"))
    .add(used(1, 1, { inputTokens: 100, outputTokens: 1 }));

  assertEquals(measure(log).totalTokens, 108);
});

Deno.test("TokenMeter takes a first chunk for the beginning of a step that was not logged", () => {
  const log = logOf(headed(), said("12"), passed(1, 1), said("1234"))
    .add(used(1, 1, { inputTokens: 100, outputTokens: 1 }));

  assertEquals(measure(log).totalTokens, 108);
});

for (const [turn, step] of [[1, 2], [2, 1]] as const) {
  Deno.test(`TokenMeter tells step ${step} of turn ${turn} from the first`, () => {
    const log = logOf(headed(), began(1, 1), passed(1, 1), said("12"))
      .add(used(turn, step, { inputTokens: 100, outputTokens: 1 }));

    assertEquals(measure(log).surfaceDeltaTokens, 0);
  });
}

Deno.test("TokenMeter leaves a header that follows the first chunk to later calls", () => {
  const log = logOf(began(1, 1), headed(), passed(1, 1), headed(headerOf("1")))
    .add(used(1, 1, { inputTokens: 100, outputTokens: 1 }));

  assertEquals(measure(log).baseline, "estimated");
  assertEquals(measure(log, headerOf("123456")).baseline, "usage");
});

Deno.test("TokenMeter goes by a message alone, where no call was logged", () => {
  const usage = { inputTokens: 100, outputTokens: 1 };
  const log = logOf(headed(), said("12"), answered("123", { usage }));

  assertEquals(measure(log).totalTokens, 107);
});

Deno.test("TokenMeter takes a message from no chunks for no answer to the call under way", () => {
  const usage = { inputTokens: 100, outputTokens: 1 };
  const log = logOf(headed(), began(1, 1), said("12"))
    .add(answered("123", { usage, sourceEventSeqs: [] }));

  assertEquals(measure(log).surfaceDeltaTokens, 7);
});

Deno.test("TokenMeter takes a message for the answer, where its chunks are not known", () => {
  const usage = { inputTokens: 100, outputTokens: 1 };
  const log = logOf(headed(), began(1, 1), said("12"))
    .add(answered("123", { usage }));

  assertEquals(measure(log).surfaceDeltaTokens, 13);
});

Deno.test("TokenMeter goes on with a call after a message from no chunks", () => {
  const usage = { inputTokens: 100, outputTokens: 1 };
  const log = logOf(headed(), began(1, 1), said("12"))
    .add(answered("123", { sourceEventSeqs: [] }), answered("1", { usage }));

  assertEquals(measure(log).surfaceDeltaTokens, 18);
});

Deno.test("TokenMeter takes a call for over once it was answered", () => {
  const usage = { inputTokens: 100, outputTokens: 1 };
  const log = logOf(headed(), began(1, 1), answered("1"), said("12"))
    .add(answered("123", { usage }));

  assertEquals(measure(log).surfaceDeltaTokens, 7);
});

Deno.test("TokenMeter breaks a prompt down that the provider counted", () => {
  const { promptTokens, messagesTokens, systemTokens } = new TokenMeter({
    estimate,
  }).breakdown(called(100));

  assertEquals([promptTokens, messagesTokens, systemTokens], [100, 6, 10]);
});
