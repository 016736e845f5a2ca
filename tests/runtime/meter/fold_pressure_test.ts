import { assertEquals, assertThrows } from "@std/assert";
import {
  foldPressure,
  type PressureFold,
} from "../../../runtime/meter/fold_pressure.ts";
import {
  answered,
  type Entry,
  logOf,
  passed,
  replaced,
  said,
  used,
} from "./_log.ts";

function fold(...entries: readonly Entry[]): PressureFold {
  return foldPressure(logOf(...entries).eventsFrom(1));
}

function told(data: { contextWindow?: number }): Entry {
  return { type: "request/context", data };
}

const usage = { inputTokens: 10, outputTokens: 500 };

Deno.test("foldPressure() finds nothing in no events", () => {
  assertEquals(foldPressure([]), { revision: 0 });
});

Deno.test("foldPressure() leaves output out, and counts what caches held and took", () => {
  const { promptTokens } = fold(used(1, 1, {
    ...usage,
    reasoningTokens: 400,
    cacheReadTokens: 20,
    cacheWriteTokens: 30,
  }));

  assertEquals(promptTokens, 60);
});

Deno.test("foldPressure() goes by the newest prompt, if it is smaller", () => {
  const { promptTokens } = fold(
    used(1, 1, usage),
    passed(1, 2),
    used(1, 2, { ...usage, inputTokens: 9 }),
  );

  assertEquals(promptTokens, 9);
});

Deno.test("foldPressure() goes by what a message says of its call", () => {
  const { promptTokens } = fold(
    used(1, 1, usage),
    answered("a", { usage: { ...usage, inputTokens: 11 } }),
  );

  assertEquals(promptTokens, 11);
});

Deno.test("foldPressure() keeps what the chunks said where the message says nothing", () => {
  assertEquals(fold(used(1, 1, usage), answered("a")).promptTokens, 10);
});

Deno.test("foldPressure() keeps the newest prompt through a compaction", () => {
  const { promptTokens } = fold(
    said("a"),
    used(1, 1, usage),
    replaced(["b"], { from: 1, to: 1 }),
  );

  assertEquals(promptTokens, 10);
});

Deno.test("foldPressure() tells the newest context window", () => {
  const { contextWindow } = fold(
    told({ contextWindow: 64_000 }),
    told({ contextWindow: 128_000 }),
    used(1, 1, usage),
  );

  assertEquals(contextWindow, 128_000);
});

Deno.test("foldPressure() forgets a context window that is no longer known", () => {
  assertEquals(
    fold(told({ contextWindow: 64_000 }), told({})),
    { revision: 2 },
  );
});

const ENTRIES: readonly Entry[] = [
  told({ contextWindow: 100 }),
  used(1, 1, usage),
  told({ contextWindow: 200 }),
  answered("a", { usage: { ...usage, inputTokens: 11 } }),
  said("b"),
];

for (let length = 0; length <= ENTRIES.length; length++) {
  Deno.test(`foldPressure() goes on from event ${length}`, () => {
    const log = logOf(...ENTRIES);
    const before = fold(...ENTRIES.slice(0, length));

    const after = foldPressure(
      log.eventsFrom(length + 1),
      JSON.parse(JSON.stringify(before)),
    );

    assertEquals(after, {
      revision: 5,
      promptTokens: 11,
      contextWindow: 200,
    });
  });
}

Deno.test("foldPressure() returns what is frozen", () => {
  assertEquals(Object.isFrozen(fold(used(1, 1, usage))), true);
});

Deno.test("foldPressure() refuses a malformed event", () => {
  assertThrows(
    () => fold(said("a"), told({ contextWindow: 0 })),
    RangeError,
    'Cannot measure event 2: "data.contextWindow" must be a positive integer',
  );
});

Deno.test("foldPressure() refuses a session in the place of its events", () => {
  assertThrows(
    () => foldPressure(logOf() as never),
    TypeError,
    'Cannot read events: "events" must be an iterable of events',
  );
});
