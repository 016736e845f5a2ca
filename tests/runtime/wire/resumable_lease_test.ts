import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import {
  resumable,
  type ResumableOptions,
} from "../../../runtime/wire/resumable.ts";
import {
  endOf,
  failureIn,
  pulled,
  STOP,
  streamOf,
  text,
} from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";
import {
  ask,
  ID,
  keep,
  mortal,
  readAll,
  readerOf,
  storeWith,
} from "./_keeping.ts";

const FOREVER = { graceMs: 2_147_483_647 };

Deno.test("resumable() keeps a response for as long as its provider is silent", async () => {
  using time = new FakeTime();
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream, FOREVER);
  provider.give(text("a"));

  for (let at = 0; at < 360; at++) await time.tickAsync(10_000);
  const { status, body } = await ask(store);
  provider.give(STOP);
  await done;
  await body!.cancel();

  assertStrictEquals(status, 200);
  assertEquals(await readAll(store), [text("a"), STOP]);
  assertFalse(time.next());
});

Deno.test("resumable() keeps a response for as long though the clock was set back", async () => {
  using time = new FakeTime();
  const { now } = Date;
  let renewals = 0;
  // Waits and expires by another clock, as a store on another machine does.
  const store = storeWith(({ append }) => ({
    append(log, entries, options) {
      if (log.startsWith("response") && entries.length === 0) renewals++;
      return append(log, entries, options);
    },
    read: (_, after, { waitMs, signal }) =>
      after === 0
        ? Promise.resolve(["begun"])
        : new Promise((resolve, reject) => {
          const timer = setTimeout(() => resolve([]), waitMs);
          signal.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason);
          });
        }),
  }));
  const { stop, done } = await keep(pulled({}), { store });
  await time.runMicrotasks();

  try {
    Date.now = () => now() - 3_600_000;
    for (let at = 0; at < 5; at++) await time.tickAsync(10_000);
    await time.runMicrotasks();
    stop();
    await done;
  } finally {
    Date.now = now;
  }

  assertStrictEquals(renewals, 1);
  assertFalse(time.next());
});

Deno.test("resumable() keeps a response for as long though a renewal comes late", async () => {
  using time = new FakeTime();
  const late = Promise.withResolvers<void>();
  const store = storeWith(({ append }) => ({
    async append(log, entries, options) {
      const renews = log.startsWith("response") && entries.length === 0;
      if (renews) await late.promise;
      return await append(log, entries, options);
    },
  }));
  const provider = gatedProvider();
  const { done } = await keep(provider.stream, { store, ...FOREVER });

  await time.tickAsync(20_000);
  await time.runMicrotasks();
  provider.give(STOP);
  await time.runMicrotasks();
  late.resolve();
  await done;
  await time.tickAsync(60_000);

  assertEquals(await readAll(store), [STOP]);
  assertFalse(time.next());
});

Deno.test("resumable() keeps a response for five minutes after its end", async () => {
  using time = new FakeTime();
  const { store, done } = await keep(streamOf([STOP]));
  await done;

  await time.tickAsync(299_999);
  const before = await readAll(store);
  await time.tickAsync(1);
  const { status } = await ask(store);

  assertEquals(before, [STOP]);
  assertStrictEquals(status, 404);
  assertFalse(time.next());
});

Deno.test("resumable() tells readers when the server that makes the response has died", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore();
  const server = mortal(store);
  const provider = gatedProvider();
  await resumable(provider.stream, { store: server, id: ID, ...FOREVER });
  const reader = await readerOf(store);
  provider.give(text("a"));
  const first = await reader.read();

  server.die();
  const last = reader.read();
  await time.tickAsync(60_000);
  const { value } = await last;

  assertEquals(first.value, text("a"));
  assertEquals(endOf([value!]), "error STREAM_CLOSED");
  assertEquals(
    failureIn([value!]).message,
    "Cannot complete response: the server that made it is gone",
  );
  assertStrictEquals((await reader.read()).done, true);
  // The dead server's own wait.
  time.next();
  assertFalse(time.next());
});

Deno.test("resumable() forgets a response whose server has died", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore();
  const server = mortal(store);
  await resumable(pulled({}), { store: server, id: ID, ...FOREVER });

  server.die();
  await time.tickAsync(59_999);
  const { status, body } = await ask(store);
  await body!.cancel();
  await time.tickAsync(1);
  const after = await ask(store);

  assertStrictEquals(status, 200);
  assertStrictEquals(after.status, 404);
  time.next();
  assertFalse(time.next());
});

Deno.test("resumable() is stopped from another server", async () => {
  const store = memoryResumeStore();
  const stopped = Promise.withResolvers<void>();
  const call = await resumable(pulled({ cancel: () => stopped.resolve() }), {
    store: mortal(store),
    id: ID,
  });

  const { status } = await ask(mortal(store), { method: "DELETE" });
  await stopped.promise;
  await call.done;

  assertStrictEquals(status, 204);
  assertEquals(endOf(await readAll(store)), "aborted ABORTED");
});

const WRONG: [what: string, options: object, type: ErrorConstructor][] = [
  ["no store", { store: undefined }, TypeError],
  ["a store that cannot read", { store: { append() {} } }, TypeError],
  ["a store that cannot append", { store: { read() {} } }, TypeError],
  ["an empty id", { id: "" }, TypeError],
  ["an id longer than stores may take", { id: "a".repeat(513) }, TypeError],
  ["an id that is no string", { id: 1 }, TypeError],
  ["a grace time that is no number", { graceMs: "1" }, TypeError],
  ["a grace time of nothing", { graceMs: 0 }, RangeError],
  ["a time to retain without end", { retainMs: Infinity }, RangeError],
  ["a signal that is none", { signal: {} }, TypeError],
  ["a replay state that is no boolean", { replayState: 1 }, TypeError],
];

for (const [what, options, type] of WRONG) {
  const [key = ""] = Object.keys(options);

  Deno.test(`resumable() refuses ${what}, and leaves the stream alone`, async () => {
    const stream = streamOf([STOP]);
    const right = { store: memoryResumeStore(), id: ID };

    await assertRejects(
      () => resumable(stream, { ...right, ...options } as ResumableOptions),
      type,
      `"options.${key}" must be`,
    );

    assertFalse(stream.locked);
  });
}

Deno.test("resumable() keeps a response under the longest name", async () => {
  const store = memoryResumeStore();
  const id = "a".repeat(512);

  const call = await resumable(streamOf([STOP]), { store, id });
  await call.done;
  const response = await call.respond(new Request("http://localhost/"));
  await response.body!.cancel();

  assertStrictEquals(response.status, 200);
});

for (const [what, stream] of [["none", {}], ["locked", locked()]] as const) {
  Deno.test(`resumable() refuses a stream that is ${what}`, async () => {
    const store = memoryResumeStore();

    await assertRejects(
      () => resumable(stream as ReadableStream, { store, id: ID }),
      TypeError,
      'Cannot keep response: "stream" must be a ReadableStream',
    );
  });
}

function locked(): ReadableStream {
  const stream = new ReadableStream();
  stream.getReader();
  return stream;
}
