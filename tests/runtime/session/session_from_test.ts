import { assertEquals, assertRejects } from "@std/assert";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { ndjsonSink } from "../../../runtime/session/ndjson_sink.ts";
import { Session } from "../../../runtime/session/session.ts";
import { SessionLogError } from "../../../runtime/session/session_log_error.ts";
import type { LogEnd } from "../../../runtime/session/session_sink.ts";
import {
  history,
  inReads,
  memorySink,
  said,
  texts,
  toLines,
} from "./_events.ts";

const runtime = new LlmRuntime();

const textsOf = ({ messages }: Session) =>
  texts(messages.map((message) => ({ message })));

Deno.test("Session.from() makes the session that wrote the log", async () => {
  const session = await Session.from(history(), { runtime });

  assertEquals(session.id as string, "s-1");
  assertEquals(session.revision, 5);
  assertEquals(textsOf(session), ["a", "b"]);
  assertEquals([...session.eventsFrom(1)], history());
});

Deno.test("Session.from() gives the sink what comes from here on", async () => {
  const sink = memorySink();
  const session = await Session.from(history(), { runtime, sink });

  await session.append(said("c"));

  assertEquals(sink.events.map(({ seq }) => seq), [6]);
  assertEquals(textsOf(session), ["a", "b", "c"]);
});

Deno.test("Session.from() tells the sink where the log ends, before it writes", async () => {
  const calls: unknown[] = [];
  const sink = {
    write: ({ seq }: { seq: number }) => void calls.push(seq),
    async resume(end: LogEnd) {
      await Promise.resolve();
      calls.push(end);
    },
  };
  const text = toLines(history().slice(0, 3));

  const session = await Session.from(inReads(toLines(history())), {
    runtime,
    sink,
    upTo: 3,
  });
  await session.append(said("c"));

  const byteLength = new TextEncoder().encode(text).length;
  assertEquals(calls, [{ revision: 3, byteLength, open: false }, 4]);
});

Deno.test("Session.from() rejects where the sink cannot go on", async () => {
  const sink = {
    write() {},
    resume: () => Promise.reject(new Error("locked")),
  };

  await assertRejects(
    () => Session.from(history(), { runtime, sink }),
    Error,
    "locked",
  );
});

Deno.test("Session.from() makes the session as it was at some event", async () => {
  const session = await Session.from(history(), { runtime, upTo: 2 });

  assertEquals(session.revision, 2);
  assertEquals(textsOf(session), ["a"]);
});

Deno.test("Session.from() makes the session up to where its log is corrupt, and tells", async () => {
  const problems: string[] = [];
  const text = `${toLines(history().slice(0, 2))}no\n${toLines(history())}`;

  const session = await Session.from(inReads(text), {
    runtime,
    upTo: "corruption",
    onProblem: ({ message }) => problems.push(message),
  });

  assertEquals(session.revision, 2);
  assertEquals(problems.map((message) => message.slice(0, 6)), ["line 3"]);
});

Deno.test("Session.from() fails where a log is corrupt", async () => {
  await assertRejects(
    () => Session.from(inReads(`${toLines(history())}no\n`), { runtime }),
    SessionLogError,
    "line 6",
  );
});

Deno.test("Session.from() goes on with a copy of another session", async () => {
  const first = await Session.from(history(), { runtime });
  await first.close();

  const copy = await Session.from(first.events(), { runtime });
  await copy.append(said("c"));

  assertEquals([first.revision, copy.revision], [5, 6]);
});

Deno.test("Session.from() loses nothing of a session, wherever its log ended", async () => {
  const sink = memorySink();
  const whole = await Session.from(history().slice(0, 1), { runtime, sink });
  await whole.append(said("a"));
  const { seq } = await whole.append(said("b"));
  await whole.replace([said("c")], { from: 2, to: seq });
  await whole.append(said("d"));
  const events = [...whole.eventsFrom(1)];
  const surfaces = [[], ["a"], ["a", "b"], ["c"], ["c", "d"]];

  for (const [k, surface] of surfaces.entries()) {
    const session = await Session.from(events.slice(0, k + 1), { runtime });

    assertEquals(textsOf(session), surface);
    assertEquals([...session.eventsFrom(1)], events.slice(0, k + 1));
  }
});

Deno.test("Session.from() goes on with a file cut after any of its bytes", async () => {
  const bytes = new TextEncoder().encode(toLines(history()));
  const ends = history().map((_, k) =>
    new TextEncoder().encode(toLines(history().slice(0, k + 1))).length
  );

  // The first event is whole, at least, or there is no session to go on with.
  for (let length = ends[0]! - 1; length <= bytes.length; length++) {
    let file = bytes.slice(0, length);
    const handle = {
      write: (added: Uint8Array) =>
        void (file = Uint8Array.of(...file, ...added)),
      truncate: (length: number) => void (file = file.slice(0, length)),
    };
    const session = await Session.from(inReads(file), {
      runtime,
      sink: ndjsonSink(handle),
    });
    const { revision } = session;
    await session.append(said("c"));

    // What lacks nothing but its line end is kept.
    assertEquals(revision, ends.filter((end) => end - 1 <= length).length);
    assertEquals(
      new TextDecoder().decode(file),
      toLines([...session.eventsFrom(1)]),
    );
  }
});
