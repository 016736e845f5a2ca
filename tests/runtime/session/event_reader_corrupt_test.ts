import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { SessionId } from "../../../message.ts";
import { SessionLogError } from "../../../runtime/session/session_log_error.ts";
import { event, START, toLines } from "./_events.ts";
import { encode, read, turn } from "./_reading.ts";

// What is read, how many events come before the corrupt place, and the error.
const CORRUPT: [
  what: string,
  inputs: unknown[],
  sound: number,
  message: string,
][] = [
  [
    "a line that is no JSON",
    [encode(`${toLines([turn(2)])}{"seq":\n`)],
    1,
    "line 2, at byte 60, is no JSON",
  ],
  [
    "bytes that are no text",
    [encode(toLines([turn(2)])), Uint8Array.of(0xff, 10)],
    1,
    "line 2, at byte 60, is no JSON",
  ],
  [
    "bytes that are no text inside a string",
    [
      encode(toLines([turn(2)])),
      encode('{"seq":3,"time":0,"type":"a","data":{"b":"'),
      Uint8Array.of(0xff),
      encode('"}}\n'),
    ],
    1,
    "line 2, at byte 60, is no JSON",
  ],
  [
    "a mark of the byte order in the middle",
    [encode(`${toLines([turn(2)])}\uFEFF${toLines([turn(3)])}`)],
    1,
    "line 2, at byte 60, is no JSON",
  ],
  [
    "a line of something else",
    [encode("12\n")],
    0,
    'line 1, at byte 0, is unsound: "event" must be an object',
  ],
  [
    "the log of another session behind a log",
    [
      event(1, { type: "session/start", data: START }),
      turn(2),
      event(1, {
        type: "session/start",
        data: { ...START, sessionId: SessionId("s-2") },
      }),
      turn(2),
    ],
    2,
    "entry 3 begins another session",
  ],
  [
    "an event with a fault",
    [event(2, { type: "turn/start", data: {} })],
    0,
    'entry 1 is unsound: "data.turn" must be a number',
  ],
  [
    "an event that is not JSON",
    [event(2, { type: "a", data: { at: new Date(0) } })],
    0,
    'entry 1 is unsound: "data.at" must be JSON',
  ],
  [
    "nothing for an event",
    [undefined],
    0,
    'entry 1 is unsound: "event" must be',
  ],
  [
    "an event behind one that is missing",
    [turn(2), turn(4)],
    1,
    "entry 2 is event 4, and event 3 is missing",
  ],
];

for (const [what, inputs, sound, message] of CORRUPT) {
  Deno.test(`createEventReader() fails at ${what}, naming the place`, () => {
    const { code } = assertThrows(
      () => read(inputs),
      SessionLogError,
      `Cannot read session log: ${message}`,
    );

    assertEquals(code, "CORRUPT_LOG");
  });

  Deno.test(`createEventReader() stops before ${what} where it is asked to`, () => {
    const { events, problems, over } = read([...inputs, turn(3)], {
      upTo: "corruption",
    });

    assertEquals(events.length, sound);
    assertEquals(problems.map(({ kind }) => kind), ["corrupt"]);
    assertStringIncludes(problems[0]!.message, message);
    assertEquals(over, true);
  });
}

Deno.test("createEventReader() fails where the first event is another than asked for", () => {
  assertThrows(
    () => read([turn(2)], { first: 1 }),
    SessionLogError,
    "entry 1 is event 2, and event 1 is missing",
  );
});

Deno.test("createEventReader() fails with what keeps an event from being taken", () => {
  assertThrows(
    () => read([turn(2)], { take: () => "it rains" }),
    SessionLogError,
    "Cannot read session log: entry 1 is unsound: it rains",
  );
});

Deno.test("createEventReader() tells the place of what is corrupt", () => {
  const { problem } = assertThrows(
    () => read([encode("\nno\n")]),
    SessionLogError,
  );

  assertEquals(problem, {
    kind: "corrupt",
    message: "line 2, at byte 1, is no JSON",
    line: 2,
    offset: 1,
  });
});
