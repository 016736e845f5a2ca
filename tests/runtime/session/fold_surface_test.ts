import { assert, assertEquals, assertThrows } from "@std/assert";
import { foldSurface } from "../../../runtime/session/fold_surface.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { answered, APPEND, event, said, texts } from "./_events.ts";

function say(seq: number, text = `${seq}`): SessionEvent {
  return event(seq, {
    type: "user/message",
    data: { message: said(text) },
    ...APPEND,
  });
}

function replace(
  seq: number,
  [from, to]: [from: number, to: number],
  messages: string[],
): SessionEvent {
  return event(seq, {
    type: "context/replace",
    data: { messages: messages.map(said) },
    surfaceOp: { op: "replace", from, to },
  });
}

Deno.test("foldSurface() lists messages in the order of their events", () => {
  const surface = foldSurface([
    say(1, "a"),
    event(2, {
      type: "assistant/message",
      data: { message: answered("b") },
      ...APPEND,
    }),
  ]);

  assertEquals(texts(surface), ["a", "b"]);
  assertEquals(surface.map(({ seq }) => seq), [1, 2]);
});

Deno.test("foldSurface() leaves out what does nothing to the surface", () => {
  const surface = foldSurface([
    event(1, { type: "user/message", data: { message: said("a") } }),
    event(2, { type: "turn/start", data: { turn: 1 } }),
  ]);

  assertEquals(surface, []);
});

Deno.test("foldSurface() freezes each node", () => {
  const [node] = foldSurface([say(1)]);

  assert(Object.isFrozen(node));
});

Deno.test("foldSurface() appends every message of an event", () => {
  const surface = foldSurface([
    event(1, {
      type: "context/replace",
      data: { messages: [said("a"), said("b")] },
      ...APPEND,
    }),
  ]);

  assertEquals(texts(surface), ["a", "b"]);
});

Deno.test("foldSurface() takes messages of types nobody here knows", () => {
  const surface = foldSurface([
    event(1, { type: "my/note", data: { message: said("a") }, ...APPEND }),
  ]);

  assertEquals(texts(surface), ["a"]);
});

const REPLACED: [
  what: string,
  range: [number, number],
  by: string[],
  left: string[],
][] = [
  ["the first ones", [1, 2], ["x"], ["x", "3", "4"]],
  ["one in the middle", [2, 2], ["x", "y"], ["1", "x", "y", "3", "4"]],
  ["the last ones", [3, 4], ["x"], ["1", "2", "x"]],
  ["all of them", [1, 4], ["x"], ["x"]],
  ["some by none", [2, 3], [], ["1", "4"]],
];

for (const [what, range, by, left] of REPLACED) {
  Deno.test(`foldSurface() replaces ${what} where they stood`, () => {
    const surface = foldSurface([
      ...[1, 2, 3, 4].map((seq) => say(seq)),
      replace(5, range, by),
    ]);

    assertEquals(texts(surface), left);
  });
}

Deno.test("foldSurface() replaces what stood in the place of others, by its place", () => {
  const surface = foldSurface([
    ...[1, 2, 3].map((seq) => say(seq)),
    replace(4, [1, 2], ["x", "y"]),
    say(5),
    // What event 4 left stands before what came with event 3.
    replace(6, [4, 3], ["z"]),
  ]);

  assertEquals(texts(surface), ["z", "5"]);
});

Deno.test("foldSurface() replaces all that came with one event", () => {
  const surface = foldSurface([
    say(1),
    replace(2, [1, 1], ["x", "y"]),
    replace(3, [2, 2], ["z"]),
  ]);

  assertEquals(texts(surface), ["z"]);
});

const REFUSED: [range: [number, number], message: string][] = [
  [[9, 2], '"surfaceOp.from" must be the seq of a message'],
  [[1, 9], '"surfaceOp.to" must be the seq of a message'],
  [[2, 1], '"surfaceOp.to" must be the seq of a message'],
];

for (const [range, message] of REFUSED) {
  Deno.test(`foldSurface() refuses to replace what is not there, ${range}`, () => {
    const events = [say(1), say(2), replace(3, range, [])];

    assertThrows(
      () => foldSurface(events),
      RangeError,
      `Cannot fold event 3: ${message}`,
    );
  });
}
