import { assertEquals, assertThrows } from "@std/assert";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { reconstructRequest } from "../../../runtime/session/reconstruct_request.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { APPEND, event, history, said, START } from "./_events.ts";
import { ask, CONFIG, loop } from "./_loop.ts";

const header = { config: CONFIG, adapterDefaults: {} };

/** A log in which all of the above happens in an unusual place. */
const LOG: SessionEvent[] = [
  { type: "session/start", data: START },
  { type: "user/message", data: { message: said("a") }, ...APPEND },
  { type: "turn/start", data: { turn: 1 } },
  { type: "step/start", data: { turn: 1, step: 1 } },
  { type: "user/message", data: { message: said("b") }, ...APPEND },
  { type: "request/header", data: { header } },
  {
    type: "assistant/chunk",
    data: { turn: 1, step: 1, chunk: textChunks("c")[0] },
  },
  { type: "step/end", data: { turn: 1, step: 1 } },
  { type: "turn/end", data: { turn: 1, outcome: "error" } },
  {
    type: "context/replace",
    data: { messages: [said("d")] },
    surfaceOp: { op: "replace", from: 2, to: 5 },
  },
  { type: "turn/start", data: { turn: 2 } },
  { type: "step/start", data: { turn: 2, step: 1 } },
  {
    type: "request/header",
    data: { header: { ...header, system: "Be brief" } },
  },
  { type: "step/end", data: { turn: 2, step: 1 } },
  { type: "step/start", data: { turn: 2, step: 2 } },
].map((rest, k) => event(k + 1, rest));

const FIRST = {
  ...CONFIG,
  messages: [said("a")],
  sessionId: START.sessionId,
};

const SECOND = { ...FIRST, system: "Be brief", messages: [said("d")] };

const STEPS: [seqs: number[], request: GenerateOptions][] = [
  [[4, 5, 6, 7, 8], FIRST],
  [[12, 13, 14], SECOND],
  [[15], SECOND],
];

for (const [seqs, request] of STEPS) {
  for (const seq of seqs) {
    Deno.test(`reconstructRequest() tells what was asked in the step of event ${seq}`, () => {
      assertEquals(reconstructRequest(LOG, seq), request);
    });
  }
}

for (const seq of [1, 3, 9, 10, 11, 16]) {
  Deno.test(`reconstructRequest() refuses event ${seq}, at which nothing was asked`, () => {
    assertThrows(
      () => reconstructRequest(LOG, seq),
      RangeError,
      `Cannot reconstruct request: none was made at event ${seq}`,
    );
  });
}

Deno.test("reconstructRequest() refuses a step that failed before there was a header", () => {
  const log = LOG.filter(({ type }) => type !== "request/header");

  assertThrows(() => reconstructRequest(log, 4), RangeError, "none was made");
});

for (const seq of [0, -1, 1.5, NaN, "4"]) {
  Deno.test(`reconstructRequest() refuses the seq ${JSON.stringify(seq)}`, () => {
    assertThrows(
      () => reconstructRequest(LOG, seq as number),
      RangeError,
      'Cannot reconstruct request: "seq" must be a positive integer',
    );
  });
}

Deno.test("reconstructRequest() refuses what is no list of events", () => {
  assertThrows(
    () => reconstructRequest({ revision: 0 } as never, 1),
    TypeError,
    'Cannot reconstruct request: "events" must be an iterable of events',
  );
});

Deno.test("reconstructRequest() refuses a log that lacks its beginning", () => {
  assertThrows(
    () => reconstructRequest(LOG.slice(1), 4),
    TypeError,
    'Cannot reconstruct request: "events" must be a log from its first event on',
  );
});

Deno.test("reconstructRequest() refuses a log without steps", () => {
  assertThrows(() => reconstructRequest(history(), 3), RangeError);
});

Deno.test("reconstructRequest() reads no further than it must, and reads once", () => {
  let read = 0;
  function* events() {
    for (const event of LOG) {
      read++;
      yield event;
    }
  }

  assertEquals(reconstructRequest(events(), 4), FIRST);
  assertEquals(read, 8);
});

Deno.test("reconstructRequest() changes nothing of the events", () => {
  const before = JSON.stringify(LOG);

  reconstructRequest(LOG, 12);

  assertEquals(JSON.stringify(LOG), before);
});

Deno.test("reconstructRequest() tells the request that an adapter got", async () => {
  const { session, adapter } = await loop({
    models: [{ id: "m", name: "M", defaultMaxTokens: 10 }],
  });
  const tools = [{ name: "look", description: "", parameters: {} }];
  await ask(session, { system: "Be brief", tools });

  const request = reconstructRequest(
    session.eventsFrom(1),
    session.revision - 1,
  );

  const { signal: _, ...sent } = adapter.requests[0]!;
  assertEquals(request, sent);
});
