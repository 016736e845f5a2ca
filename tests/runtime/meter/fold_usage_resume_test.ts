// What is left of a fold, and how one goes on.
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

const ENTRIES: readonly Entry[] = [
  said("a"),
  began(1, 1),
  passed(1, 1),
  used(1, 1, tokens(1)),
  began(1, 2),
  passed(1, 2),
  used(1, 2, tokens(20)),
  answered("b", { usage: tokens(300), sourceEventSeqs: [6, 7] }),
  began(2, 1),
  used(2, 1, tokens(4_000)),
  answered("c", { usage: tokens(50_000) }),
];

for (let length = 0; length <= ENTRIES.length; length++) {
  Deno.test(`foldUsage() goes on from event ${length}`, () => {
    const log = logOf(...ENTRIES);
    const before = fold(...ENTRIES.slice(0, length));

    const after = foldUsage(
      log.eventsFrom(length + 1),
      JSON.parse(JSON.stringify(before)),
    );

    assertEquals(after, foldUsage(log.eventsFrom(1)));
  });
}

Deno.test("foldUsage() changes nothing of what was folded before", () => {
  const before = fold(began(1, 1), passed(1, 1));
  const copy = structuredClone(before);

  foldUsage(
    logOf(began(1, 1), passed(1, 1), used(1, 1, tokens(1))).eventsFrom(3),
    before,
  );

  assertEquals(before, copy);
});

Deno.test("foldUsage() returns what is frozen, however deep", () => {
  const sum = fold(began(1, 1), used(1, 1, tokens(1)), began(1, 2));

  const values = [sum, sum.usage, sum.steps, ...sum.steps];
  assertEquals(values.map(Object.isFrozen), [true, true, true, true, true]);
});

Deno.test("foldUsage() refuses a malformed event", () => {
  assertThrows(
    () => fold(said("a"), used(1, 1, { ...tokens(1), inputTokens: -1 })),
    RangeError,
    'Cannot measure event 2: "data.chunk.usage.inputTokens" must be a finite number, 0 or more',
  );
});

Deno.test("foldUsage() refuses events that do not follow what was folded before", () => {
  const log = logOf(said("a"), said("b"));

  assertThrows(
    () => foldUsage(log.eventsFrom(2)),
    TypeError,
    'Cannot measure event 1: "seq" must be 1',
  );
});
