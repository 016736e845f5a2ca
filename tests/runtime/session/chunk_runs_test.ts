import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { StreamChunk } from "../../../message.ts";
import {
  chunkRuns,
  countEvents,
  deltaEvent,
  type DeltaRun,
  runLines,
} from "../../../runtime/session/_chunk_runs.ts";
import { delta, event, STEP, toLines } from "./_events.ts";

const FINISH: StreamChunk = { type: "finish", reason: { kind: "stop" } };

function reasoning(index: number): StreamChunk {
  return { type: "reasoning-delta", index, text: "c" };
}

/** Each chunk as an event, written as any other is. */
function expected(chunks: readonly StreamChunk[], first: number): string {
  return toLines(chunks.map((chunk, k) => ({
    ...event(first + k, { type: "assistant/chunk", data: { ...STEP, chunk } }),
    time: 1_000,
  })));
}

/** The lines of all runs. */
function linesOf(chunks: readonly StreamChunk[], first: number): string {
  let seq = first;
  return chunkRuns(STEP, chunks).map((run) => {
    const lines = runLines(run, seq, 1_000);
    seq += countEvents(run);
    return lines;
  }).join("");
}

Deno.test("chunkRuns() holds deltas together that differ in their text alone", () => {
  const chunks = [
    delta("a"),
    delta("b"),
    reasoning(0),
    reasoning(1),
    FINISH,
    reasoning(1),
  ];

  const runs = chunkRuns(STEP, chunks);

  assertEquals(runs.map(countEvents), [2, 1, 1, 1, 1]);
  const [first] = runs as [DeltaRun];
  assertEquals(first.head, { ...STEP, type: "text-delta", index: 0 });
  assertEquals(JSON.parse(first.json), ["a", "b"]);
});

Deno.test("chunkRuns() leaves a delta alone that says more", () => {
  const chunk = { ...delta("a"), probability: 0.5 };

  assertEquals(
    linesOf([delta("b"), chunk], 1),
    expected([delta("b"), chunk], 1),
  );
});

Deno.test("chunkRuns() refuses what is not a chunk", () => {
  assertThrows(
    () => chunkRuns(STEP, [delta("a"), { ...delta("b"), index: -1 } as never]),
    TypeError,
    'Cannot append event: "data.chunk.index" must be an integer, 0 or more',
  );
});

// Between two texts of a list stands what these end or begin with.
for (
  const texts of [
    ['",', "b"],
    [",", ",", "b"],
    ['"', '"'],
    ["a\\", ",", "b"],
    ["a\\", '","'],
    ["", ""],
    [","],
    ["a\\"],
  ]
) {
  Deno.test(`runLines() keeps the texts ${JSON.stringify(texts)} apart`, () => {
    const chunks = texts.map(delta);

    assertEquals(linesOf(chunks, 7), expected(chunks, 7));
  });
}

Deno.test("runLines() writes a chunk as any other event is written", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom('"', ",", "\\", "a", "\n") }),
  );
  const deltas = fc.record({
    type: fc.constantFrom("text-delta", "reasoning-delta"),
    index: fc.nat({ max: 1 }),
    text,
  }) as fc.Arbitrary<StreamChunk>;
  const chunks = fc.array(fc.oneof(deltas, fc.constant(FINISH)));

  fc.assert(fc.property(chunks, fc.integer({ min: 1 }), (chunks, first) => {
    assertEquals(linesOf(chunks, first), expected(chunks, first));
  }));
});

Deno.test("deltaEvent() makes the event that its line is parsed to", () => {
  const [run] = chunkRuns(STEP, [delta("ü")]) as [DeltaRun];

  const made = deltaEvent(run.head, "ü", { seq: 3, time: 1_000 });

  assertEquals(`${JSON.stringify(made)}\n`, runLines(run, 3, 1_000));
  const { chunk } = made.data as { chunk: object };
  assert([made, made.data, chunk].every(Object.isFrozen));
});
