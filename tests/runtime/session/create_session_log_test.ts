import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import { APPEND, begin, delta, said, START, STEP, texts } from "./_events.ts";

Deno.test("createSessionLog() begins without events", () => {
  const log = createSessionLog();

  assertEquals(log.revision, 0);
  assertEquals([...log.eventsFrom(1)], []);
  assertEquals(log.surface, []);
  assertFalse(log.closed);
});

Deno.test("append() numbers events from 1 and stamps them with the time", async () => {
  using time = new FakeTime(5_000);
  const log = createSessionLog();

  const first = await log.append("session/start", START);
  time.tick(250);
  const second = await log.append("turn/start", { turn: 1 });

  assertEquals(first, {
    seq: 1,
    time: 5_000,
    type: "session/start",
    data: START,
  });
  assertEquals([second.seq, second.time], [2, 5_250]);
  assertEquals(log.revision, 2);
  assertFalse(time.next());
});

Deno.test("append() resolves to what the log then tells", async () => {
  const log = await begin(createSessionLog());

  const event = await log.append(
    "user/message",
    { message: said("a") },
    APPEND,
  );

  assertEquals([...log.eventsFrom(2)], [event]);
});

Deno.test("append() freezes the event all the way down", async () => {
  const log = await begin(createSessionLog());

  const { data } = await log.append("user/message", { message: said("a") });

  assert(Object.isFrozen(data));
  assert(Object.isFrozen(data.message.content[0]));
});

Deno.test("append() copies what it is given at once", async () => {
  const log = await begin(createSessionLog());
  const failure = { message: "m", code: "C" };

  const appended = log.append("turn/end", {
    turn: 1,
    outcome: "error",
    failure,
  });
  failure.code = "OTHER";

  assertEquals((await appended).data.failure, { message: "m", code: "C" });
});

Deno.test("append() leaves out what is undefined", async () => {
  const log = await begin(createSessionLog());

  const event = await log.append(
    "turn/end",
    { turn: 1, outcome: "done", failure: undefined },
    { surfaceOp: undefined },
  );

  assertFalse("failure" in event.data);
  assertFalse("surfaceOp" in event);
});

Deno.test("append() takes types nobody here knows", async () => {
  const log = await begin(createSessionLog());

  await log.append("weather/rain" as never, { mm: 3 } as never);

  const [, event] = log.eventsFrom(1);
  assertEquals(event?.type as string, "weather/rain");
});

Deno.test("append() adds its message to the surface", async () => {
  const log = await begin(createSessionLog());

  await log.append("user/message", { message: said("a") }, APPEND);

  assertEquals(log.surface.map(({ seq }) => seq), [2]);
  assertEquals(texts(log.surface), ["a"]);
});

Deno.test("append() refuses an unsound event, naming the field, and logs nothing", async () => {
  const log = await begin(createSessionLog());

  await assertRejects(
    () => log.append("turn/start", { turn: 0 }),
    TypeError,
    'Cannot append event: "data.turn" must be a positive integer',
  );
  assertEquals(log.revision, 1);
});

Deno.test("append() refuses what is not JSON, naming the field", async () => {
  const log = await begin(createSessionLog());

  await assertRejects(
    () => log.append("weather/rain" as never, { at: new Date(0) } as never),
    TypeError,
    'Cannot append event: "data.at" must be JSON',
  );
  assertEquals(log.revision, 1);
});

Deno.test("append() refuses to replace messages the model does not see", async () => {
  const log = await begin(createSessionLog());

  await assertRejects(
    () =>
      log.append("context/replace", { messages: [] }, {
        surfaceOp: { op: "replace", from: 1, to: 1 },
      }),
    TypeError,
    'Cannot append event: "surfaceOp.from" must be the seq of a message',
  );
  assertEquals(log.revision, 1);
});

Deno.test("append() takes effect at once without a sink", async () => {
  const log = createSessionLog();

  const appended = log.append("session/start", START);

  assertEquals(log.revision, 1);
  await appended;
});

Deno.test("appendChunks() logs each chunk as it is", async () => {
  const log = await begin(createSessionLog());
  const chunks = [
    delta('a "quoted" \n line \ud800 \u2028'),
    { type: "reasoning-delta", index: 1, text: "" },
    { ...delta("b"), logprob: -0.5 },
    { type: "tool-call-delta", index: 2, id: "c", argumentsDelta: "{" },
    { type: "finish", reason: { kind: "stop" }, replayState: { a: [null] } },
  ] as ReturnType<typeof delta>[];

  const range = await log.appendChunks(STEP, chunks);

  assertEquals(range, { from: 2, to: 6 });
  assertEquals(
    [...log.eventsFrom(2)].map(({ type, data }) => ({ type, data })),
    chunks.map((chunk) => ({
      type: "assistant/chunk" as const,
      data: { ...STEP, chunk },
    })),
  );
});

Deno.test("appendChunks() does nothing for no chunk", async () => {
  const log = await begin(createSessionLog());

  assertEquals(await log.appendChunks(STEP, []), { from: 2, to: 1 });
  assertEquals(log.revision, 1);
});

const UNSOUND_CHUNKS: [chunk: unknown, message: string][] = [
  [null, '"data.chunk" must be an object'],
  [{ type: "text" }, '"data.chunk.type" must be the type of a chunk'],
  [{ type: "text-delta", index: -1, text: "" }, '"data.chunk.index" must be'],
  [{ type: "text-delta", index: 0, text: 1 }, '"data.chunk.text" must be'],
  [
    { type: "finish", reason: { kind: "stop" }, replayState: NaN },
    '"data.chunk.replayState" must be a finite number',
  ],
];

for (const [chunk, message] of UNSOUND_CHUNKS) {
  Deno.test(`appendChunks() refuses ${JSON.stringify(chunk)} and logs none of them`, async () => {
    const log = await begin(createSessionLog());

    await assertRejects(
      () => log.appendChunks(STEP, [delta("a"), chunk as never]),
      TypeError,
      `Cannot append event: ${message}`,
    );
    assertEquals(log.revision, 1);
  });
}

Deno.test("eventsFrom() tells what was there when it was called", async () => {
  const log = await begin(createSessionLog());

  const events = log.eventsFrom(1);
  await log.append("turn/start", { turn: 1 });

  assertEquals([...events].map(({ seq }) => seq), [1]);
  assertEquals([...events].map(({ seq }) => seq), [1]);
});

Deno.test("eventsFrom() tells nothing from behind the end", async () => {
  const log = await begin(createSessionLog());

  assertEquals([...log.eventsFrom(2)], []);
  assertEquals([...log.eventsFrom(1_000)], []);
});

for (const seq of [0, -1, 1.5, NaN, "1", undefined]) {
  Deno.test(`eventsFrom() and stream() refuse to begin at ${seq}`, () => {
    const log = createSessionLog();
    const message = 'Cannot read events: "seq" must be a positive integer';

    assertThrows(() => log.eventsFrom(seq as number), RangeError, message);
    assertThrows(() => log.stream(seq as number), RangeError, message);
  });
}

Deno.test("close() refuses what is appended later", async () => {
  const log = await begin(createSessionLog());

  await log.close();

  assert(log.closed);
  const message = "Cannot append event: the session was closed";
  await assertRejects(
    () => log.append("turn/start", { turn: 1 }),
    Error,
    message,
  );
  await assertRejects(
    () => log.appendChunks(STEP, [delta("a")]),
    Error,
    message,
  );
  assertEquals(log.revision, 1);
});

Deno.test("close() may be called again", async () => {
  const log = createSessionLog();

  await log.close();
  await log.close();

  assert(log.closed);
});
