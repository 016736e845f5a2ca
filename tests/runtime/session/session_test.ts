import {
  assert,
  assertEquals,
  assertFalse,
  assertMatch,
  assertRejects,
} from "@std/assert";
import { SessionId } from "../../../message.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { Session } from "../../../runtime/session/session.ts";
import { answered, found, memorySink, said, START, texts } from "./_events.ts";

const runtime = new LlmRuntime();
const full = new Error("disk is full");

const textsOf = ({ messages }: Session) =>
  texts(messages.map((message) => ({ message })));

Deno.test("Session.create() logs the start of a session that was named", async () => {
  const sink = memorySink();

  const session = await Session.create({
    runtime,
    sink,
    sessionId: SessionId("s-1"),
  });

  assertEquals(session.id as string, "s-1");
  assertEquals(session.revision, 1);
  assertEquals(sink.events.map(({ type, data }) => ({ type, data })), [
    { type: "session/start", data: START },
  ]);
});

Deno.test("Session.create() names the session by a UUID of its own", async () => {
  const [one, two] = [
    await Session.create({ runtime }),
    await Session.create({ runtime }),
  ];

  assertMatch(one.id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  assertFalse(one.id === two.id);
});

Deno.test("Session.create() rejects with what the sink fails with", async () => {
  const sink = { write: () => Promise.reject(full) };

  await assertRejects(
    () => Session.create({ runtime, sink }),
    Error,
    full.message,
  );
});

const REFUSED: [options: unknown, message: string][] = [
  [undefined, 'Cannot make session: "options" must be an object'],
  [{}, 'Cannot make session: "options.runtime" must be an LlmRuntime'],
  [{ runtime: {} }, '"options.runtime" must be an LlmRuntime'],
  [{ runtime, sink: null }, '"options.sink" must be a sink'],
  [{ runtime, sink: {} }, '"options.sink" must be a sink'],
];

for (const [options, message] of REFUSED) {
  Deno.test(`Session.create() and Session.from() refuse ${Object.keys(Object(options))}: ${message}`, async () => {
    await assertRejects(
      () => Session.create(options as never),
      TypeError,
      message,
    );
    await assertRejects(
      () => Session.from([], options as never),
      TypeError,
      message,
    );
  });
}

Deno.test("Session.create() refuses an empty name", async () => {
  await assertRejects(
    () => Session.create({ runtime, sessionId: SessionId("") }),
    TypeError,
    'Cannot create session: "options.sessionId" must be a non-empty string',
  );
});

Deno.test("append() logs what the user says and what tools find, and shows both to the model", async () => {
  const session = await Session.create({ runtime });

  const first = await session.append(said("a"));
  const second = await session.append(found("b"));

  assertEquals([first.type, second.type], ["user/message", "tool/result"]);
  assertEquals([first.seq, second.seq], [2, 3]);
  assertEquals(session.messages, [said("a"), found("b")]);
});

Deno.test("append() refuses what is no message, or one of another role", async () => {
  const session = await Session.create({ runtime });

  await assertRejects(
    () => session.append({ ...said("a"), content: "a" } as never),
    TypeError,
    'Cannot append message: "message.content" must be an array of blocks',
  );
  await assertRejects(
    () => session.append(answered("a") as never),
    TypeError,
    'Cannot append message: "message.role" must be "user"',
  );
  assertEquals(session.revision, 1);
});

Deno.test("append() refuses a message that is not JSON", async () => {
  const session = await Session.create({ runtime });
  const block = { type: "chart", points: [NaN] };

  await assertRejects(
    () => session.append({ ...said("a"), content: [block] } as never),
    TypeError,
    '"data.message.content[0].points[0]" must be a finite number',
  );
});

Deno.test("append() rejects with what the sink fails with, and shows the model nothing of it", async () => {
  const sink = memorySink(({ seq }) => {
    if (seq === 2) throw full;
  });
  const session = await Session.create({ runtime, sink });

  await assertRejects(() => session.append(said("a")), Error, full.message);

  assertEquals([session.revision, session.messages.length], [1, 0]);
});

Deno.test("messages cannot be changed, and show what there was", async () => {
  const session = await Session.create({ runtime });
  await session.append(said("a"));

  const { messages } = session;
  await session.append(said("b"));

  assert(Object.isFrozen(messages));
  assert(Object.isFrozen(messages[0]?.content[0]));
  assertEquals(messages.length, 1);
});

Deno.test("replace() puts messages in the place of others", async () => {
  const session = await Session.create({ runtime });
  const { seq: from } = await session.append(said("a"));
  const { seq: to } = await session.append(said("b"));
  await session.append(said("c"));

  const event = await session.replace([said("a and b")], { from, to });

  assertEquals(textsOf(session), ["a and b", "c"]);
  assertEquals(event.type, "context/replace");
  assertEquals(event.surfaceOp, { op: "replace", from: 2, to: 3 });
});

Deno.test("replace() refuses what is no range of what the model sees", async () => {
  const session = await Session.create({ runtime });
  await session.append(said("a"));

  await assertRejects(
    () => session.replace([], undefined as never),
    TypeError,
    'Cannot replace messages: "range" must be an object',
  );
  await assertRejects(
    () => session.replace([], { from: 1, to: 2 }),
    TypeError,
    '"surfaceOp.from" must be the seq of a message that the model sees',
  );
  await assertRejects(
    () => session.replace([], { from: "2", to: 2 } as never),
    TypeError,
    '"surfaceOp.from" must be a number',
  );
  assertEquals(textsOf(session), ["a"]);
});

Deno.test("replace() refuses what is no message", async () => {
  const session = await Session.create({ runtime });
  const { seq } = await session.append(said("a"));

  await assertRejects(
    () => session.replace([{}] as never, { from: seq, to: seq }),
    TypeError,
    '"data.messages[0].id" must be a non-empty string',
  );
});

Deno.test("events() follows the log from its first event to the close", async () => {
  const session = await Session.create({ runtime });

  const events = Array.fromAsync(session.events());
  await session.append(said("a"));
  await session.close();

  assertEquals(await events, [...session.eventsFrom(1)]);
  assertEquals((await events).map(({ seq }) => seq), [1, 2]);
});

Deno.test("events() and eventsFrom() begin where they are asked to", async () => {
  const session = await Session.create({ runtime });
  await session.append(said("a"));
  await session.close();

  const events = await Array.fromAsync(session.events(2));

  assertEquals(events.map(({ seq }) => seq), [2]);
  assertEquals(events, [...session.eventsFrom(2)]);
});

Deno.test("close() makes all of it durable, once, and refuses what comes later", async () => {
  const sink = memorySink();
  const session = await Session.create({ runtime, sink });

  await session.close();
  await session.close();

  assertEquals(sink.syncs, [1]);
  await assertRejects(
    () => session.append(said("a")),
    Error,
    "Cannot append event: the session was closed",
  );
});

Deno.test("close() rejects with what the sync fails with", async () => {
  const sink = { write() {}, sync: () => Promise.reject(full) };
  const session = await Session.create({ runtime, sink });

  await assertRejects(() => session.close(), Error, full.message);
});
