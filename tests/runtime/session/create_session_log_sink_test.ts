import { assert, assertEquals, assertRejects } from "@std/assert";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import type { SessionLog } from "../../../runtime/session/session_log.ts";
import { deferred } from "../../../runtime/deferred.ts";
import {
  APPEND,
  begin,
  delta,
  memorySink,
  said,
  START,
  STEP,
  texts,
} from "./_events.ts";

const full = new Error("disk is full");

/** Appends of every kind, one after the other. */
const APPENDS: ((log: SessionLog) => Promise<unknown>)[] = [
  (log) => log.append("session/start", START),
  (log) => log.append("user/message", { message: said("a") }, APPEND),
  (log) => log.appendChunks(STEP, [delta("b"), delta("c"), delta("d")]),
  (log) =>
    log.append("context/replace", { messages: [said("e")] }, {
      surfaceOp: { op: "replace", from: 2, to: 2 },
    }),
];

Deno.test("append() gives the sink every event, in order, and what the log tells", async () => {
  const sink = memorySink();
  const log = createSessionLog({ sink });

  await Promise.all(APPENDS.map((append) => append(log)));

  assertEquals(sink.events.map(({ seq }) => seq), [1, 2, 3, 4, 5, 6]);
  assertEquals(sink.events, [...log.eventsFrom(1)]);
  assert(sink.events.every(Object.isFrozen));
});

Deno.test("append() asks nothing of the sink before it is done with what came before", async () => {
  let busy = false;
  const sink = memorySink(async () => {
    assert(!busy);
    busy = true;
    await Promise.resolve();
    busy = false;
  });
  const log = createSessionLog({ sink });

  await Promise.all([
    ...APPENDS.map((append) => append(log)),
    log.sync(),
    log.append("turn/start", { turn: 1 }),
  ]);

  assertEquals(sink.events.length, 7);
});

Deno.test("append() counts as logged only once the sink has the event", async () => {
  const { promise, resolve } = deferred<void>();
  const sink = memorySink(({ seq }) => seq === 2 ? promise : undefined);
  const log = await begin(createSessionLog({ sink }));

  const appended = log.append("user/message", { message: said("a") }, APPEND);
  await Promise.resolve();
  const before = [log.revision, log.surface.length];
  resolve();
  await appended;

  assertEquals(before, [1, 0]);
  assertEquals([log.revision, log.surface.length], [2, 1]);
});

for (let seq = 1; seq <= 6; seq++) {
  Deno.test(`append() rejects with what the sink fails with at event ${seq}, and logs what it took`, async () => {
    let failing = true;
    const sink = memorySink((event) => {
      if (failing && event.seq === seq) throw full;
    });
    const log = createSessionLog({ sink });

    const run = async () => {
      for (const append of APPENDS) await append(log);
    };
    await assertRejects(run, Error, full.message);

    assertEquals(log.revision, seq - 1);
    assertEquals([...log.eventsFrom(1)], sink.events);

    failing = false;
    if (seq === 1) await log.append("session/start", START);
    else await log.append("turn/start", { turn: 1 });

    assertEquals(log.revision, seq);
    assertEquals([...log.eventsFrom(1)], sink.events);
  });
}

Deno.test("append() leaves the surface alone when the sink fails", async () => {
  const sink = memorySink(({ type }) => {
    if (type === "context/replace") throw full;
  });
  const log = createSessionLog({ sink });
  await APPENDS[0]!(log);
  await APPENDS[1]!(log);

  await assertRejects(() => APPENDS[3]!(log), Error, full.message);

  assertEquals(texts(log.surface), ["a"]);
});

Deno.test("append() goes on after one that failed before it", async () => {
  const sink = memorySink(({ type }) => {
    if (type === "user/message") throw full;
  });
  const log = await begin(createSessionLog({ sink }));

  const results = await Promise.allSettled([
    log.append("user/message", { message: said("a") }, APPEND),
    log.append("turn/start", { turn: 1 }),
  ]);

  assertEquals(results.map(({ status }) => status), ["rejected", "fulfilled"]);
  assertEquals(sink.events.map(({ type }) => type), [
    "session/start",
    "turn/start",
  ]);
  assertEquals(log.revision, 2);
});

Deno.test("append() rejects where the sink throws at once", async () => {
  const log = createSessionLog({
    sink: {
      write() {
        throw full;
      },
    },
  });

  await assertRejects(
    () => log.append("session/start", START),
    Error,
    full.message,
  );
  assertEquals(log.revision, 0);
});

Deno.test("append() checks what is to be replaced when its turn comes", async () => {
  const log = createSessionLog({ sink: memorySink() });

  await Promise.all(APPENDS.map((append) => append(log)));

  assertEquals(texts(log.surface), ["e"]);
});

Deno.test("appendChunks() writes all chunks at once where the sink can", async () => {
  const writes: unknown[] = [];
  const log = createSessionLog({
    sink: {
      write: ({ seq }) => void writes.push(seq),
      writeAll: (events) => void writes.push(events.map(({ seq }) => seq)),
    },
  });

  await begin(log);
  await log.appendChunks(STEP, [delta("a"), delta("b")]);
  await log.appendChunks(STEP, [delta("c")]);

  assertEquals(writes, [1, [2, 3], 4]);
  assertEquals(log.revision, 4);
});

Deno.test("appendChunks() logs none of what the sink refuses as a whole", async () => {
  const log = createSessionLog({
    sink: { write() {}, writeAll: () => Promise.reject(full) },
  });
  await begin(log);

  await assertRejects(
    () => log.appendChunks(STEP, [delta("a"), delta("b")]),
    Error,
    full.message,
  );
  assertEquals(log.revision, 1);
});

Deno.test("appendChunks() shows a stream nothing the sink does not have", async () => {
  const sink = memorySink(({ seq }) => {
    if (seq === 3) throw full;
  });
  const log = await begin(createSessionLog({ sink }));
  const all = Array.fromAsync(log.stream(1));

  await assertRejects(
    () => log.appendChunks(STEP, [delta("a"), delta("b")]),
    Error,
    full.message,
  );
  await log.close();

  assertEquals((await all).map(({ seq }) => seq), [1, 2]);
});

Deno.test("sync() comes after what was appended before", async () => {
  const sink = memorySink();
  const log = createSessionLog({ sink });

  const started = log.append("session/start", START);
  await log.sync();
  await started;

  assertEquals(sink.syncs, [1]);
});

Deno.test("sync() asks nothing of a sink that cannot", async () => {
  const log = await begin(createSessionLog({ sink: { write() {} } }));

  await log.sync();

  assertEquals(log.revision, 1);
});

Deno.test("sync() rejects with what the sink fails with, and the log goes on", async () => {
  const sink = { ...memorySink(), sync: () => Promise.reject(full) };
  const log = await begin(createSessionLog({ sink }));

  await assertRejects(() => log.sync(), Error, full.message);

  await log.append("turn/start", { turn: 1 });
  assertEquals(log.revision, 2);
});

Deno.test("close() waits for what is on its way, and refuses what is not", async () => {
  const { promise, resolve } = deferred<void>();
  const sink = memorySink(() => promise);
  const log = createSessionLog({ sink });
  const all = Array.fromAsync(log.stream(1));

  const first = log.append("session/start", START);
  await Promise.resolve();
  const second = log.append("turn/start", { turn: 1 });
  const closed = log.close();
  resolve();

  assertEquals((await first).seq, 1);
  await assertRejects(
    () => second,
    Error,
    "Cannot append event: the session was closed",
  );
  await closed;
  assertEquals(sink.syncs, [1]);
  assertEquals((await all).map(({ seq }) => seq), [1]);
});

Deno.test("close() ends no stream before what is on its way has come", async () => {
  const { promise, resolve } = deferred<void>();
  const log = createSessionLog({ sink: memorySink(() => promise) });
  const appended = begin(log);
  await Promise.resolve();
  const closed = log.close();

  const all = Array.fromAsync(log.stream(1));
  await Promise.resolve();
  resolve();

  assertEquals((await all).map(({ seq }) => seq), [1]);
  await Promise.all([appended, closed]);
});

Deno.test("close() rejects with what the sync fails with, and ends the streams", async () => {
  const sink = { ...memorySink(), sync: () => Promise.reject(full) };
  const log = await begin(createSessionLog({ sink }));
  const all = Array.fromAsync(log.stream(1));

  await assertRejects(() => log.close(), Error, full.message);

  assertEquals((await all).length, 1);
});
