import { assertEquals, assertThrows } from "@std/assert";
import {
  foldUsage,
  type UsageFold,
} from "../../../runtime/meter/fold_usage.ts";
import {
  answered,
  began,
  type Entry,
  logOf,
  passed,
  said,
  tokens,
  used,
} from "./_log.ts";

function fold(...entries: readonly Entry[]): UsageFold {
  return foldUsage(logOf(...entries).eventsFrom(1));
}

/** How many calls there were, and what input they used together. */
function sumOf(...entries: readonly Entry[]): [calls: number, input: number] {
  const { calls, usage } = fold(...entries);
  return [calls, usage.inputTokens];
}

Deno.test("foldUsage() finds nothing in no events", () => {
  assertEquals(foldUsage([]), {
    revision: 0,
    calls: 0,
    usage: {
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    },
    steps: [],
  });
});

Deno.test("foldUsage() adds up every count", () => {
  const usage = {
    inputTokens: 1,
    outputTokens: 20,
    cacheReadTokens: 300,
    cacheWriteTokens: 4_000,
    reasoningTokens: 10,
  };

  const sum = fold(used(1, 1, usage), used(1, 2, usage), used(2, 1, tokens(5)));

  assertEquals(sum.usage, {
    inputTokens: 7,
    outputTokens: 41,
    cacheReadTokens: 600,
    cacheWriteTokens: 8_000,
    reasoningTokens: 20,
  });
});

Deno.test("foldUsage() counts what a failed attempt told", () => {
  const sum = sumOf(
    began(1, 1),
    used(1, 1, tokens(10)),
    began(1, 2),
    passed(1, 2),
    used(1, 2, tokens(20)),
    answered("a", { sourceEventSeqs: [4, 5] }),
  );

  assertEquals(sum, [2, 30]);
});

Deno.test("foldUsage() counts no call that told nothing", () => {
  assertEquals(sumOf(began(1, 1), passed(1, 1), answered("a")), [0, 0]);
});

Deno.test("foldUsage() takes what a message says for what its chunks said", () => {
  const sum = sumOf(
    began(1, 1),
    passed(1, 1),
    used(1, 1, tokens(10)),
    answered("a", { usage: tokens(12), sourceEventSeqs: [2, 3] }),
  );

  assertEquals(sum, [1, 12]);
});

Deno.test("foldUsage() keeps what the chunks said where the message says nothing", () => {
  const sum = sumOf(
    used(1, 1, tokens(10)),
    answered("a", { sourceEventSeqs: [1] }),
  );

  assertEquals(sum, [1, 10]);
});

Deno.test("foldUsage() finds the step by the chunks of the message, not the newest", () => {
  const sum = sumOf(
    used(1, 1, tokens(10)),
    used(1, 2, tokens(20)),
    answered("a", { usage: tokens(12), sourceEventSeqs: [1] }),
  );

  assertEquals(sum, [2, 32]);
});

Deno.test("foldUsage() finds the step by any of its chunks", () => {
  const sum = sumOf(
    passed(1, 1),
    passed(1, 1),
    used(1, 1, tokens(10)),
    passed(1, 2),
    answered("a", { usage: tokens(12), sourceEventSeqs: [1, 2] }),
  );

  assertEquals(sum, [1, 12]);
});

Deno.test("foldUsage() counts a message from no chunks as a call of its own", () => {
  const sum = sumOf(
    began(1, 1),
    used(1, 1, tokens(10)),
    answered("a", { usage: tokens(12), sourceEventSeqs: [] }),
  );

  assertEquals(sum, [2, 22]);
});

Deno.test("foldUsage() gives no message from no chunks to a step that has none yet", () => {
  const sum = sumOf(
    began(1, 1),
    answered("a", { usage: tokens(12), sourceEventSeqs: [] }),
    used(1, 1, tokens(10)),
  );

  assertEquals(sum, [2, 22]);
});

Deno.test("foldUsage() gives no message to a step that began after its chunks", () => {
  const sum = sumOf(
    used(1, 1, tokens(10)),
    began(1, 2),
    answered("a", { usage: tokens(12), sourceEventSeqs: [1] }),
  );

  assertEquals(sum, [1, 12]);
});

Deno.test("foldUsage() gives a message whose chunks are not known to the newest step", () => {
  const sum = sumOf(
    used(1, 1, tokens(10)),
    used(1, 2, tokens(20)),
    answered("a", { usage: tokens(22) }),
  );

  assertEquals(sum, [2, 32]);
});

Deno.test("foldUsage() gives a message to a step that began and told nothing", () => {
  const sum = sumOf(
    used(1, 1, tokens(10)),
    began(1, 2),
    answered("a", { usage: tokens(22) }),
  );

  assertEquals(sum, [2, 32]);
});

Deno.test("foldUsage() gives no second message to a step whose chunks are not known", () => {
  const sum = sumOf(
    used(1, 1, tokens(10)),
    answered("a", { usage: tokens(12) }),
    answered("b", { usage: tokens(100) }),
  );

  assertEquals(sum, [2, 112]);
});

Deno.test("foldUsage() takes the last of two messages from the same chunks", () => {
  const sum = sumOf(
    used(1, 1, tokens(10)),
    answered("a", { usage: tokens(12), sourceEventSeqs: [1] }),
    answered("b", { usage: tokens(13), sourceEventSeqs: [1] }),
  );

  assertEquals(sum, [1, 13]);
});

Deno.test("foldUsage() counts messages of a log that has no steps", () => {
  const sum = sumOf(
    said("a"),
    answered("b", { usage: tokens(10) }),
    answered("c", { usage: tokens(20) }),
  );

  assertEquals(sum, [2, 30]);
});

Deno.test("foldUsage() counts a message once that cites chunks of a turn before", () => {
  const sum = sumOf(
    used(1, 1, tokens(10)),
    used(2, 1, tokens(20)),
    answered("a", { usage: tokens(12), sourceEventSeqs: [1] }),
  );

  assertEquals(sum, [3, 42]);
});

Deno.test("foldUsage() tells the steps of two turns apart", () => {
  assertEquals(
    sumOf(used(1, 1, tokens(10)), used(2, 1, tokens(20))),
    [2, 30],
  );
});

Deno.test("foldUsage() takes the last of what one call tells", () => {
  assertEquals(
    sumOf(used(1, 1, tokens(10)), passed(1, 1), used(1, 1, tokens(20))),
    [1, 20],
  );
});

Deno.test("foldUsage() keeps the steps of one turn alone", () => {
  const { steps } = fold(
    began(1, 1),
    passed(1, 2),
    began(2, 1),
    passed(2, 2),
    used(2, 2, tokens(1)),
    answered("a"),
  );

  assertEquals(steps, [
    { turn: 2, step: 1, from: 0, to: 0, answered: false },
    { turn: 2, step: 2, from: 4, to: 5, answered: true, usage: tokens(1) },
  ]);
});

Deno.test("foldUsage() refuses a session in the place of its events", () => {
  assertThrows(
    () => foldUsage(logOf() as never),
    TypeError,
    'Cannot read events: "events" must be an iterable of events',
  );
});
