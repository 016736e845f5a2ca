import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  readSessionLog,
  type SessionSource,
} from "../../../runtime/session/read_session_log.ts";
import { SessionLogError } from "../../../runtime/session/session_log_error.ts";
import { event, history, inReads, texts, toLines } from "./_events.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A source that tells whether it was left. */
function watched(chunks: readonly unknown[], left: unknown[]): SessionSource {
  let k = 0;
  const stream = new ReadableStream<unknown>({
    pull(controller) {
      if (k < chunks.length) controller.enqueue(chunks[k++]);
      else controller.close();
    },
    cancel(reason) {
      left.push(reason);
      throw new Error("cannot be left");
    },
  }, { highWaterMark: 0 });
  return stream as SessionSource;
}

const SOURCES: [what: string, open: () => SessionSource][] = [
  ["a list of events", history],
  ["a stream of events", () => ReadableStream.from(history())],
  ["an iterator of events that waits", async function* () {
    for (const event of history()) yield await Promise.resolve(event);
  }],
  ["bytes", () => inReads(toLines(history()))],
  ["bytes that come one by one", () => inReads(toLines(history()), 1)],
];

for (const [what, open] of SOURCES) {
  Deno.test(`readSessionLog() reads ${what}`, async () => {
    const { sessionId, store, surface, end } = await readSessionLog(open());

    assertEquals(sessionId as string, "s-1");
    assertEquals(store.count, 5);
    assertEquals(store.read(store.seek(5))?.at(0), history()[4]);
    assertEquals(texts(surface), ["a", "b"]);
    assertEquals(surface.map(({ seq }) => seq), [2, 4]);
    assert(surface.every(({ message }) => Object.isFrozen(message.content[0])));
    assertEquals(end.revision, 5);
  });
}

Deno.test("readSessionLog() tells where the bytes end that count", async () => {
  const text = toLines(history());

  const whole = await readSessionLog(inReads(text));
  const torn = await readSessionLog(inReads(`${text}{"seq":`));
  const open = await readSessionLog(inReads(text.trimEnd()));
  const events = await readSessionLog(history());

  const { length } = encode(text);
  assertEquals(whole.end, { revision: 5, byteLength: length, open: false });
  assertEquals(torn.end, { revision: 5, byteLength: length, open: false });
  assertEquals(open.end, { revision: 5, byteLength: length - 1, open: true });
  assertEquals(events.end, {
    revision: 5,
    byteLength: undefined,
    open: false,
  });
});

Deno.test("readSessionLog() leaves the rest of a source it does not want", async () => {
  const left: unknown[] = [];

  const { store } = await readSessionLog(watched(history(), left), { upTo: 2 });

  assertEquals(store.count, 2);
  assertEquals(left.length, 1);
});

Deno.test("readSessionLog() leaves the rest of an iterator it does not want", async () => {
  let left = false;
  function* events() {
    try {
      yield* history();
    } finally {
      left = true;
    }
  }

  await readSessionLog(events(), { upTo: 2 });

  assert(left);
});

Deno.test("readSessionLog() leaves a source in which something is corrupt", async () => {
  const left: unknown[] = [];

  await assertRejects(
    () => readSessionLog(watched([encode("no\n"), encode("more\n")], left)),
    SessionLogError,
    "line 1, at byte 0, is no JSON",
  );

  assertEquals(left.length, 1);
});

Deno.test("readSessionLog() leaves a source nobody wants to hear of", async () => {
  const left: unknown[] = [];
  const [first, ...rest] = history();

  await assertRejects(
    () =>
      readSessionLog(watched([first, first, ...rest], left), {
        onProblem() {
          throw new Error("not now");
        },
      }),
    Error,
    "not now",
  );

  assertEquals(left.length, 1);
});

Deno.test("readSessionLog() rejects with what the source fails with", async () => {
  const lost = new Error("connection lost");
  let k = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (k++ === 0) controller.enqueue(encode(toLines(history())));
      else controller.error(lost);
    },
  });

  await assertRejects(() => readSessionLog(source), Error, lost.message);
});

Deno.test("readSessionLog() rejects with what an iterator fails with", async () => {
  const source = {
    [Symbol.iterator]: () => ({
      next(): never {
        throw new Error("out of order");
      },
    }),
  };

  await assertRejects(() => readSessionLog(source), Error, "out of order");
});

for (
  const [what, source] of [
    ["nothing", []],
    ["no bytes", inReads("")],
    ["blank lines", inReads("\n\n")],
  ] as [string, SessionSource][]
) {
  Deno.test(`readSessionLog() refuses ${what}`, async () => {
    await assertRejects(
      () => readSessionLog(source, { upTo: "corruption" }),
      SessionLogError,
      "Cannot read session log: it holds no event: Session.create() makes a new one",
    );
  });
}

Deno.test("readSessionLog() refuses what does not begin with a start", async () => {
  await assertRejects(
    () => readSessionLog(history().slice(1)),
    SessionLogError,
    "entry 1 is event 2, and event 1 is missing",
  );
});

Deno.test("readSessionLog() refuses to replace what is not there, naming the place", async () => {
  const events = [
    ...history(),
    event(6, {
      type: "context/replace",
      data: { messages: [] },
      surfaceOp: { op: "replace", from: 3, to: 4 },
    }),
  ];

  await assertRejects(
    () => readSessionLog(events),
    SessionLogError,
    'entry 6 is unsound: "surfaceOp.from" must be the seq of a message',
  );
});

for (
  const source of [
    undefined,
    null,
    1,
    {},
    { next() {} },
    "/tmp/log.ndjson",
    new Uint8Array(1),
  ]
) {
  Deno.test(`readSessionLog() refuses ${JSON.stringify(source)} for a source`, async () => {
    await assertRejects(
      () => readSessionLog(source as never),
      TypeError,
      'Cannot read session log: "source" must be a stream or an iterable of events',
    );
  });
}

Deno.test("readSessionLog() refuses a stream that somebody else reads", async () => {
  const source = inReads("");
  source.getReader();

  await assertRejects(
    () => readSessionLog(source),
    TypeError,
    '"source" must be a stream that is not locked',
  );
});
