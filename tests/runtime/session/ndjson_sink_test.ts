import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import {
  type NdjsonHandle,
  ndjsonSink,
} from "../../../runtime/session/ndjson_sink.ts";
import { readSessionLog } from "../../../runtime/session/read_session_log.ts";
import type { SessionLog } from "../../../runtime/session/session_log.ts";
import {
  begin,
  delta,
  history,
  inReads,
  START,
  STEP,
  toLines,
} from "./_events.ts";

const broken = new Error("disk is gone");

/** A file in memory, each call of which can be made to fail. */
function memoryFile(content = "") {
  let bytes = new TextEncoder().encode(content);
  const calls: string[] = [];
  const file = {
    calls,
    /** Which call fails, from 1. */
    failing: 0,
    /** How many bytes a write that fails leaves. */
    left: 0,
    get text() {
      return new TextDecoder().decode(bytes);
    },
    write(added: Uint8Array) {
      const fails = count("write");
      bytes = Uint8Array.of(
        ...bytes,
        ...added.subarray(0, fails ? file.left : added.length),
      );
      return fails ? Promise.reject(broken) : Promise.resolve();
    },
    truncate(length: number) {
      if (count(`truncate ${length}`)) throw broken;
      bytes = bytes.slice(0, length);
    },
    async sync() {
      await Promise.resolve();
      if (count("sync")) throw broken;
    },
  };

  function count(call: string): boolean {
    calls.push(call);
    return calls.length === file.failing;
  }

  return file satisfies NdjsonHandle;
}

/** Goes on with the log a file holds. */
async function reopen(file: ReturnType<typeof memoryFile>) {
  const sink = ndjsonSink(file);
  const { end, ...loaded } = await readSessionLog(inReads(file.text));
  await sink.resume?.(end);
  return createSessionLog({ sink, ...loaded });
}

const eventsOf = (log: SessionLog) => [...log.eventsFrom(1)];

Deno.test("ndjsonSink() keeps each event as a line", async () => {
  const file = memoryFile();
  const log = await begin(createSessionLog({ sink: ndjsonSink(file) }));

  await log.appendChunks(STEP, [delta("ü"), delta("b")]);
  await log.append("turn/start", { turn: 1 });
  await log.close();

  assertEquals(file.text, toLines(eventsOf(log)));
  assertEquals(file.calls, ["write", "write", "write", "sync"]);
});

Deno.test("ndjsonSink() keeps the same lines of events alone", async () => {
  const [one, two] = [memoryFile(), memoryFile()];

  for (const event of history()) await ndjsonSink(one).write(event);
  await ndjsonSink(two).writeAll?.(history());

  assertEquals(one.text, toLines(history()));
  assertEquals(two.text, toLines(history()));
});

Deno.test("ndjsonSink() syncs nothing with a handle that cannot", async () => {
  const { write, truncate } = memoryFile();

  await ndjsonSink({ write, truncate }).sync?.();
});

Deno.test("ndjsonSink() goes on where a file ends", async () => {
  const file = memoryFile(toLines(history()));

  const log = await reopen(file);
  await log.append("turn/start", { turn: 1 });

  assertEquals(file.text, toLines(eventsOf(log)));
  assertEquals(log.revision, 6);
});

Deno.test("ndjsonSink() cuts off a torn last line", async () => {
  const file = memoryFile(`${toLines(history())}{"seq":6,"ti`);

  const log = await reopen(file);

  assertEquals(file.text, toLines(history()));
  await log.append("turn/start", { turn: 1 });
  assertEquals(file.text, toLines(eventsOf(log)));
});

Deno.test("ndjsonSink() ends a last line that lacks nothing but its end", async () => {
  const file = memoryFile(toLines(history()).trimEnd());

  const log = await reopen(file);
  await log.append("turn/start", { turn: 1 });

  assertEquals(file.text, toLines(eventsOf(log)));
});

Deno.test("ndjsonSink() cuts off what was not to be read", async () => {
  const file = memoryFile(toLines(history()));
  const sink = ndjsonSink(file);

  const { end } = await readSessionLog(inReads(file.text), { upTo: 2 });
  await sink.resume?.(end);

  assertEquals(file.text, toLines(history().slice(0, 2)));
});

Deno.test("ndjsonSink() goes on after what it has written itself", async () => {
  const file = memoryFile();
  const sink = ndjsonSink(file);
  for (const event of history()) await sink.write(event);

  const { end } = await readSessionLog(history());
  await sink.resume?.(end);

  assertEquals(file.text, toLines(history()));
});

Deno.test("ndjsonSink() goes on after chunks it has written itself", async () => {
  const file = memoryFile();
  const sink = ndjsonSink(file);
  const log = await begin(createSessionLog({ sink }));
  await log.appendChunks(STEP, [delta("a"), delta("b")]);

  await sink.resume?.({ revision: 3 });
  await sink.writeAll?.(history().slice(3));
  await sink.resume?.({ revision: 5 });

  assertEquals(file.text.split("\n").length, 6);
});

Deno.test("ndjsonSink() refuses to go on with what came from elsewhere", async () => {
  const sink = ndjsonSink(memoryFile());
  const { end } = await readSessionLog(history());

  await assertRejects(
    async () => await sink.resume?.(end),
    TypeError,
    "Cannot resume log: it was not read from the bytes of this sink",
  );
});

for (const left of [0, 1, 30, 1_000]) {
  for (let failing = 1; failing <= 3; failing++) {
    Deno.test(`ndjsonSink() cuts off the ${left} bytes that failing write ${failing} left`, async () => {
      const file = Object.assign(memoryFile(), { failing, left });
      const log = createSessionLog({ sink: ndjsonSink(file) });
      const appends = [
        () => log.append("session/start", START),
        () => log.appendChunks(STEP, [delta("a"), delta("b")]),
        () => log.append("turn/start", { turn: 1 }),
      ];

      let failures = 0;
      for (const append of appends) {
        try {
          await append();
        } catch {
          failures++;
          await append();
        }
      }

      assertEquals(failures, 1);
      assertEquals(file.text, toLines(eventsOf(log)));
      assertEquals(log.revision, 4);
    });
  }
}

Deno.test("ndjsonSink() writes nothing behind what it could not cut off", async () => {
  const file = Object.assign(memoryFile(), { failing: 2, left: 5 });
  const log = await begin(createSessionLog({ sink: ndjsonSink(file) }));
  const start = file.text;
  const append = () => log.append("turn/start", { turn: 1 });
  await assertRejects(append, Error, broken.message);

  file.failing = 3;
  await assertRejects(append, Error, broken.message);
  const littered = file.text;
  await append();

  assertEquals(littered, `${start}{"seq`);
  assertEquals(file.text, toLines(eventsOf(log)));
  assertEquals(file.calls.slice(2), [
    `truncate ${start.length}`,
    `truncate ${start.length}`,
    "write",
  ]);
});

Deno.test("ndjsonSink() rejects where a torn line cannot be cut off", async () => {
  const file = Object.assign(memoryFile(`${toLines(history())}{`), {
    failing: 1,
  });

  await assertRejects(() => reopen(file), Error, broken.message);
});

Deno.test("ndjsonSink() rejects where the last line cannot be ended", async () => {
  const file = Object.assign(memoryFile(toLines(history()).trimEnd()), {
    failing: 2,
  });

  await assertRejects(() => reopen(file), Error, broken.message);
});

Deno.test("ndjsonSink() rejects with what a sync fails with", async () => {
  const file = Object.assign(memoryFile(), { failing: 2 });
  const log = await begin(createSessionLog({ sink: ndjsonSink(file) }));

  await assertRejects(() => log.sync(), Error, broken.message);

  await log.append("turn/start", { turn: 1 });
  assertEquals(file.text, toLines(eventsOf(log)));
});

for (
  const [name, handle] of [
    ["write", undefined],
    ["write", { truncate() {} }],
    ["truncate", { write() {} }],
  ] as const
) {
  Deno.test(`ndjsonSink() refuses ${handle && Object.keys(handle)} for a handle`, () => {
    assertThrows(
      () => ndjsonSink(handle as never),
      TypeError,
      `Cannot make sink: "handle.${name}" must be a function`,
    );
  });
}
