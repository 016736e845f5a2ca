import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { toChunkStream } from "../../../runtime/chunk_source.ts";
import { LlmError } from "../../../runtime/error.ts";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import { resumable } from "../../../runtime/wire/resumable.ts";
import { endOf, STOP, streamOf, text } from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";
import {
  entriesOf,
  hanging,
  ID,
  keep,
  readAll,
  storeWith,
} from "./_keeping.ts";

Deno.test("resumable() stops the call when the store fails to take a chunk", async () => {
  using time = new FakeTime();
  const error = new Error("Disk is full");
  let failing = true;
  const store = storeWith(({ append }) => ({
    append(log, entries, options) {
      if (!failing || !entries[0]?.includes("text")) {
        return append(log, entries, options);
      }
      failing = false;
      return Promise.reject(error);
    },
  }));
  const provider = gatedProvider();
  const { done } = await keep(provider.stream, { store });

  provider.give(text("a"));
  const thrown = await assertRejects(() => done);

  assertStrictEquals(thrown, error);
  assertStrictEquals(await provider.stopped, error);
  assertEquals(endOf(await readAll(store)), "error STREAM_CLOSED");
  assertFalse(time.next());
});

Deno.test("resumable() stops a call after the append in hand", async () => {
  const appending = Promise.withResolvers<void>();
  const appended = Promise.withResolvers<void>();
  const store = storeWith(({ append }) => ({
    async append(log, entries, options) {
      if (entries[0]?.includes("text")) {
        appending.resolve();
        await appended.promise;
      }
      return await append(log, entries, options);
    },
  }));
  const { stop, done } = await keep(streamOf([text("a")]), { store });

  await appending.promise;
  stop();
  appended.resolve();
  await done;

  const chunks = await readAll(store);
  assertEquals(chunks[0], text("a"));
  assertEquals(endOf(chunks), "aborted ABORTED");
});

Deno.test("resumable() rejects with what the store fails to take the end with", async () => {
  const error = new Error("Disk is full");
  const store = storeWith(({ append }) => ({
    append: (log, entries, options) =>
      options.final ? Promise.reject(error) : append(log, entries, options),
  }));
  const { done } = await keep(streamOf([STOP]), { store });

  const thrown = await assertRejects(() => done);

  assertStrictEquals(thrown, error);
});

Deno.test("resumable() tells readers of an end that the store has no room for", async () => {
  const store = memoryResumeStore({ maxBytes: 10_000 });
  const chunks = [text("a".repeat(5_000)), STOP];
  const stream = toChunkStream({
    read: () => Promise.resolve({ chunks, done: true }),
    cancel: () => Promise.resolve(),
  });
  const { done } = await keep(stream, { store });

  await assertRejects(() => done, RangeError, "at most 10000 bytes");

  assertEquals(endOf(await readAll(store)), "error STREAM_CLOSED");
});

Deno.test("resumable() tells readers that there is no room left, however little there is", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  const provider = gatedProvider();
  const { done } = await keep(provider.stream, { store });
  const [head = ""] = await entriesOf(store);
  const kept = [head, "begun", JSON.stringify(text(""))];
  const units = kept.reduce((sum, entry) => sum + entry.length, 0);
  // All of it: an entry takes 64 bytes beside its text.
  const full = text("a".repeat((1_000 - 3 * 64) / 2 - units));

  provider.give(full);
  provider.give(text("b"));
  await assertRejects(() => done, RangeError, "at most 1000 bytes");
  const chunks = await readAll(store);

  assertEquals(chunks[0], full);
  assertEquals(endOf(chunks), "error STREAM_CLOSED");
});

Deno.test("resumable() rejects with what failed first", async () => {
  const error = new Error("Provider is gone");
  const store = storeWith(({ append }) => ({
    append: (log, entries, options) =>
      options.final
        ? Promise.reject(new Error("Disk is full"))
        : append(log, entries, options),
  }));
  const stream = streamOf([], (controller) => controller.error(error));
  const { done } = await keep(stream, { store });

  const thrown = await assertRejects(() => done);

  assertStrictEquals(thrown, error);
});

Deno.test("resumable() stops the call when the store fails to tell of readers", async () => {
  const error = new Error("Connection is lost");
  const store = storeWith(() => ({ read: () => Promise.reject(error) }));
  const provider = hanging();
  const { done } = await keep(provider.stream, { store });

  const thrown = await assertRejects(() => done);

  assertStrictEquals(thrown, error);
  assertStrictEquals(await provider.stopped, error);
});

Deno.test("resumable() stops the call when another writes its log", async () => {
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream);
  await store.append(`response/${ID}`, ["{}"], { ttlMs: 60_000 });

  provider.give(text("a"));
  const error = await assertRejects(() => done, Error, "its log was lost");

  assertStrictEquals(await provider.stopped, error);
});

Deno.test("resumable() stops the call when its log was lost", async () => {
  using time = new FakeTime();
  const store = storeWith(({ append }) => ({
    append: (name, entries, options) =>
      entries.length === 0 && name.startsWith("response")
        ? Promise.resolve(false)
        : append(name, entries, options),
  }));
  const provider = hanging();
  const { done } = await keep(provider.stream, { store });

  await time.tickAsync(20_000);
  const error = await assertRejects(() => done, Error, "its log was lost");

  assertStrictEquals(await provider.stopped, error);
  assertFalse(time.next());
});

Deno.test("resumable() stops the call when nothing can be heard of readers any more", async () => {
  const store = storeWith(({ read }) => ({
    read: (log, ...rest) =>
      log.startsWith("control")
        ? Promise.resolve(undefined)
        : read(log, ...rest),
  }));
  const provider = hanging();
  const { done } = await keep(provider.stream, { store });

  await done;

  assert(await provider.stopped instanceof LlmError);
  assertEquals(endOf(await readAll(store)), "aborted ABORTED");
});

for (const log of ["response", "control"]) {
  Deno.test(`resumable() rejects with what the store fails to begin the ${log} log with`, async () => {
    const error = new Error("Store is down");
    const { append, read } = memoryResumeStore();
    const provider = hanging();

    const thrown = await assertRejects(() =>
      resumable(provider.stream, {
        id: ID,
        store: {
          read,
          append: (name, ...rest) =>
            name.startsWith(log)
              ? Promise.reject(error)
              : append(name, ...rest),
        },
      })
    );

    assertStrictEquals(thrown, error);
    assertStrictEquals(await provider.stopped, error);
  });
}
