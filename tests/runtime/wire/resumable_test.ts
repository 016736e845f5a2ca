import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { StreamChunk } from "../../../message.ts";
import { toChunkStream } from "../../../runtime/chunk_source.ts";
import { LlmError } from "../../../runtime/error.ts";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import { resumable } from "../../../runtime/wire/resumable.ts";
import { scriptedSource, task } from "../_scripted_source.ts";
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
  entriesOf,
  ID,
  keep,
  readAll,
  readerOf,
  storeWith,
} from "./_keeping.ts";

const CHUNKS = [text("a"), text("b"), STOP];

Deno.test("resumable() keeps the whole response for whoever comes late", async () => {
  const { store, done } = await keep(streamOf(CHUNKS));

  await done;
  const chunks = await readAll(store);

  assertEquals(chunks, CHUNKS);
});

Deno.test("resumable() delivers a chunk before the next is made", async () => {
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream);
  const reader = await readerOf(store);

  provider.give(text("a"));
  const first = await reader.read();
  provider.give(STOP);
  const second = await reader.read();

  assertEquals([first.value, second.value], [text("a"), STOP]);
  assertStrictEquals((await reader.read()).done, true);
  await done;
});

Deno.test("resumable() can be read as soon as it has resolved", async () => {
  const provider = gatedProvider();
  const { store, stop, done } = await keep(provider.stream);

  const reader = await readerOf(store);
  stop();

  assertEquals(endOf([(await reader.read()).value!]), "aborted ABORTED");
  await done;
});

Deno.test("resumable() reads no further than the store takes", async () => {
  let pulls = 0;
  const stream = pulled({
    pull(controller) {
      pulls++;
      controller.enqueue(pulls < 3 ? text("a") : STOP);
    },
  });
  const written = Promise.withResolvers<void>();
  const blocked = Promise.withResolvers<void>();
  const store = storeWith(({ append }) => ({
    async append(log, entries, options) {
      if (entries[0]?.includes("text-delta")) {
        blocked.resolve();
        await written.promise;
      }
      return await append(log, entries, options);
    },
  }));

  const { done } = await keep(stream, { store });
  await blocked.promise;
  const before = pulls;
  written.resolve();
  await done;

  assertStrictEquals(before, 1);
  assertStrictEquals(pulls, 3);
});

Deno.test("resumable() appends what one network read brought at once", async () => {
  const appended: number[] = [];
  const store = storeWith(({ append }) => ({
    append(log, entries, options) {
      if (log.startsWith("response/")) appended.push(entries.length);
      return append(log, entries, options);
    },
  }));
  const source = scriptedSource([["a", "b", "c"], ["d"]]);

  const { done } = await keep(toChunkStream(source), { store });
  await done;

  // The head, each read, and the end with the finish that was missing.
  assertEquals(appended, [1, 3, 1, 2]);
});

for (const replayState of [undefined, false, true]) {
  Deno.test(`resumable() ${replayState ? "keeps" : "strips"} the replay state where it is told ${replayState}`, async () => {
    const finish: StreamChunk = {
      type: "finish",
      reason: { kind: "stop" },
      replayState: { response: "r" },
    };

    const { store, done } = await keep(streamOf([finish]), { replayState });
    await done;

    assertEquals(await readAll(store), [replayState ? finish : STOP]);
  });
}

Deno.test("resumable() ends a response whose stream ends without a finish", async () => {
  const { store, done } = await keep(streamOf([text("a")]));

  await done;
  const chunks = await readAll(store);

  assertEquals(chunks.length, 2);
  assertEquals(endOf(chunks), "error STREAM_CLOSED");
});

Deno.test("resumable() ends a response whose stream fails, and tells nothing of what failed", async () => {
  const error = new LlmError("Cannot reach 10.0.0.7: secret", "TIMEOUT");
  const stream = streamOf([text("a")], (controller) => controller.error(error));

  const { store, done } = await keep(stream);
  const thrown = await assertRejects(() => done);
  const chunks = await readAll(store);

  assertStrictEquals(thrown, error);
  assertEquals(chunks[0], text("a"));
  assertEquals(endOf(chunks), "error TIMEOUT");
  assertEquals(
    failureIn(chunks).message,
    "Cannot complete call: the server failed",
  );
});

Deno.test("resumable() leaves nothing unhandled where nobody waits for it", async () => {
  const { store } = await keep(streamOf([], (controller) => {
    controller.error(new Error("Provider is gone"));
  }));

  const chunks = await readAll(store);
  await task();

  assertEquals(endOf(chunks), "error UNKNOWN");
});

Deno.test("resumable() ends a response with a chunk that is no JSON", async () => {
  let cancelled: unknown;
  const chunk = { ...text("a"), text: 1n } as unknown as StreamChunk;
  const stream = pulled({
    pull: (controller) => controller.enqueue(chunk),
    cancel: (reason) => void (cancelled = reason),
  });

  const { store, done } = await keep(stream);
  const error = await assertRejects(() => done, TypeError);

  assertEquals(endOf(await readAll(store)), "error UNKNOWN");
  assertStrictEquals(cancelled, error);
});

Deno.test("resumable() cancels a stream that stays open after its finish", async () => {
  const cancelled = Promise.withResolvers<void>();
  const stream = pulled({
    start(controller) {
      for (const chunk of [...CHUNKS, text("late")]) controller.enqueue(chunk);
    },
    cancel: () => cancelled.resolve(),
  });

  const { store, done } = await keep(stream);
  await Promise.all([done, cancelled.promise]);

  assertEquals(await readAll(store), CHUNKS);
});

Deno.test("resumable() keeps nothing that one read brings beyond the finish", async () => {
  const batch = { chunks: [...CHUNKS, text("late")], done: true };
  const stream = toChunkStream({
    read: () => Promise.resolve(batch),
    cancel: () => Promise.resolve(),
  });

  const { store, done } = await keep(stream);
  await done;

  assertEquals((await entriesOf(store)).length, 1 + CHUNKS.length + 1);
});

Deno.test("resumable() serves readers at different positions", async () => {
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream);
  for (const chunk of CHUNKS) provider.give(chunk);
  await done;

  const [all, some, last] = await Promise.all([
    readAll(store),
    readAll(store, 1),
    readAll(store, 2),
  ]);

  assertEquals([all, some, last], [CHUNKS, CHUNKS.slice(1), [STOP]]);
});

Deno.test("resumable() answers requests by itself", async () => {
  const { respond, done } = await keep(streamOf([STOP]));
  await done;

  const request = new Request("http://localhost/");
  const response = await respond(request, { headers: { "x-a": "b" } });

  assertStrictEquals(response.headers.get("x-a"), "b");
  assertStrictEquals(
    await response.text(),
    'id: 1\ndata: {"type":"finish","reason":{"kind":"stop"}}\n\n',
  );
});

Deno.test("resumable() refuses a name that is taken, and leaves its response alone", async () => {
  let reason: unknown;
  const { store, done } = await keep(streamOf(CHUNKS));
  const second = pulled({ cancel: (given) => void (reason = given) });

  const error = await assertRejects(
    () => resumable(second, { store, id: ID }),
    RangeError,
    'Cannot keep response: "options.id" must be a name that is not taken',
  );
  await done;

  assertStrictEquals(reason, error);
  assertEquals(await readAll(store), CHUNKS);
});

Deno.test("resumable() takes one name once, whoever asks at the same time", async () => {
  const store = memoryResumeStore();

  const results = await Promise.allSettled(
    Array.from(
      { length: 5 },
      () => resumable(streamOf(CHUNKS), { store, id: ID }),
    ),
  );

  const kept = results.filter(({ status }) => status === "fulfilled");
  assertStrictEquals(kept.length, 1);
  assertEquals(await readAll(store), CHUNKS);
});

Deno.test("resumable() takes a name again once its response has expired", async () => {
  using time = new FakeTime();
  const { store, done } = await keep(streamOf(CHUNKS), { retainMs: 1_000 });
  await done;

  time.tick(999);
  await assertRejects(() => keep(streamOf(CHUNKS), { store }), RangeError);
  time.tick(1);
  const again = await keep(streamOf([STOP]), { store });
  await again.done;

  assertEquals(await readAll(store), [STOP]);
  assertFalse(time.next());
});
