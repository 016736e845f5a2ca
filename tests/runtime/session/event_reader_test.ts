import { assertEquals, assertThrows } from "@std/assert";
import { HarnessError } from "../../../runtime/error.ts";
import { findLoss } from "../../../runtime/session/_event_json.ts";
import { createEventReader } from "../../../runtime/session/event_reader.ts";
import { encode, read, turn } from "./_reading.ts";
import { event, history, START, toLines } from "./_events.ts";

Deno.test("createEventReader() reads lines as they are", () => {
  const given = history();
  const text = toLines(given);

  const { events, lines, problems, byteLength, open } = read([encode(text)]);

  assertEquals(events, given);
  assertEquals(lines.join(""), text);
  assertEquals(problems, []);
  assertEquals([byteLength, open], [encode(text).length, false]);
});

Deno.test("createEventReader() reads events as lines of them", () => {
  const given = history();

  const { events, lines, byteLength } = read(given);

  assertEquals(events, given);
  assertEquals(lines.join(""), toLines(given));
  assertEquals(byteLength, undefined);
});

Deno.test("createEventReader() reads any view of bytes", () => {
  const { buffer } = Uint8Array.of(...encode(toLines([turn(2)])));

  const { events } = read([new DataView(buffer)]);

  assertEquals(events, [turn(2)]);
});

Deno.test("createEventReader() skips blank lines, foreign line ends and a mark of the byte order", () => {
  const [start, turns] = [
    event(1, { type: "session/start", data: START }),
    turn(2),
  ];
  const text = `\uFEFF${JSON.stringify(start)}\r\n\n  \t\r\n${
    JSON.stringify(turns)
  }\n`;

  const { events, lines, byteLength } = read([encode(text)]);

  assertEquals(events, [start, turns]);
  assertEquals(lines, [
    `${JSON.stringify(start)}\r\n`,
    `${JSON.stringify(turns)}\n`,
  ]);
  assertEquals(byteLength, encode(text).length);
});

Deno.test("createEventReader() takes a last line that lacks nothing but its end", () => {
  const text = toLines([turn(2), turn(3)]).trimEnd();

  const { events, lines, problems, byteLength, open } = read([encode(text)]);

  assertEquals(events.length, 2);
  assertEquals(lines.join(""), `${text}\n`);
  assertEquals(problems, []);
  assertEquals([byteLength, open], [text.length, true]);
});

Deno.test("createEventReader() leaves out a last line that breaks off, wherever it does", () => {
  const sound = toLines([turn(2)]);
  const last = JSON.stringify(turn(3));
  for (let length = 1; length < last.length; length++) {
    const text = sound + last.slice(0, length);

    const { events, problems, byteLength, open } = read([encode(text)]);

    assertEquals(events.length, 1);
    assertEquals(problems, [{
      kind: "torn",
      message: `line 2, at byte ${sound.length}, breaks off`,
      line: 2,
      offset: sound.length,
    }]);
    assertEquals([byteLength, open], [sound.length, false]);
  }
});

Deno.test("createEventReader() leaves out a last line cut inside a character, or of zeros", () => {
  const sound = toLines([turn(2)]);
  for (const tail of [encode('{"a":"ü').slice(0, -1), new Uint8Array(9)]) {
    const { events, problems } = read([encode(sound), tail]);

    assertEquals(events.length, 1);
    assertEquals(problems.map(({ kind }) => kind), ["torn"]);
  }
});

Deno.test("createEventReader() leaves out an event that comes again, or too late", () => {
  const { events, problems } = read(
    [2, 3, 3, 2, 4].map(turn),
  );

  assertEquals(events.map(({ seq }) => seq), [2, 3, 4]);
  assertEquals(problems, [
    {
      kind: "repeated",
      message: "entry 3 is event 3, which came before",
      line: 3,
    },
    {
      kind: "repeated",
      message: "entry 4 is event 2, which came before",
      line: 4,
    },
  ]);
});

Deno.test("createEventReader() leaves out the start of the same session that comes again", () => {
  const start = event(1, { type: "session/start", data: START });

  const { events, problems } = read([start, turn(2), start, turn(2), turn(3)]);

  assertEquals(events.map(({ seq }) => seq), [1, 2, 3]);
  assertEquals(problems.map(({ kind }) => kind), ["repeated", "repeated"]);
});

Deno.test("createEventReader() leaves out an event that comes again and names another session", () => {
  const named = event(2, { type: "agent/joined", data: { sessionId: "s-2" } });
  const start = event(1, { type: "session/start", data: START });

  const { events, problems } = read([start, turn(2), named, turn(3)]);

  assertEquals(events.map(({ seq }) => seq), [1, 2, 3]);
  assertEquals(problems.map(({ kind }) => kind), ["repeated"]);
});

Deno.test("createEventReader() counts the bytes of what it leaves out for coming again", () => {
  const text = toLines([turn(2), turn(2)]);

  assertEquals(read([encode(text)]).byteLength, text.length);
});

Deno.test("createEventReader() stops after the event it is asked for", () => {
  const text = toLines([turn(2), turn(3)]);

  const { events, over, byteLength } = read([
    encode(text + toLines([turn(4)])),
    encode("no"),
  ], { upTo: 3 });

  assertEquals(events.map(({ seq }) => seq), [2, 3]);
  assertEquals([over, byteLength], [true, text.length]);
});

Deno.test("createEventReader() takes nothing from behind the event it is asked for", () => {
  const { events, over } = read([turn(7)], { upTo: 3 });

  assertEquals(events, []);
  assertEquals(over, true);
});

for (const upTo of ["corruption", undefined] as const) {
  Deno.test(`createEventReader() refuses a log of a newer version, up to ${upTo}`, () => {
    const data = { version: 2, shape: "unknown" };

    const error = assertThrows(
      () => read([event(1, { type: "session/start", data })], { upTo }),
      Error,
      "Cannot read session log: it is of version 2, and this module reads versions up to 1",
    );
    assertEquals(
      (error as { code?: unknown }).code,
      "UNSUPPORTED_LOG_VERSION",
    );
  });
}

for (const upTo of [0, -1, 1.5, NaN]) {
  Deno.test(`createEventReader() refuses to read up to ${upTo}`, () => {
    assertThrows(
      () => read([], { upTo }),
      RangeError,
      '"options.upTo" must be a positive integer or "corruption"',
    );
  });
}

Deno.test("createEventReader() refuses to read up to something else", () => {
  assertThrows(
    () => read([], { upTo: "torn" as never }),
    TypeError,
    '"options.upTo" must be a positive integer or "corruption"',
  );
});

Deno.test("createEventReader() takes events as deep as can be logged", () => {
  let deep: unknown = 1;
  while (findLoss({ deep: [deep] }, "data") === undefined) deep = [deep];
  const taken: number[] = [];
  const reader = createEventReader({ take: ({ seq }) => void taken.push(seq) });

  reader.feed(event(2, { type: "test/deep", data: { deep } }));

  assertEquals(taken, [2]);
  assertThrows(
    () => reader.feed(event(3, { type: "test/deep", data: { deep: [deep] } })),
    HarnessError,
    "nested at most 500 deep",
  );
});
