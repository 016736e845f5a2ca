import { assertEquals, assertFalse, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import { resumable } from "../../../runtime/wire/resumable.ts";
import { controlLog, readHead } from "../../../runtime/wire/resume_log.ts";
import type { ResumeStore } from "../../../runtime/wire/resume_store.ts";
import { endOf, pulled, STOP, streamOf } from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";
import {
  ask,
  entriesOf,
  hanging,
  ID,
  keep,
  readAll,
  request,
  storeWith,
} from "./_keeping.ts";

/** What readers have left for the server that makes the response. */
async function controlOf(
  store: ResumeStore,
): Promise<readonly string[] | undefined> {
  const [head] = await entriesOf(store);
  return await store.read(controlLog(ID, readHead(head!)), 0, {
    limit: 1_000,
    waitMs: 0,
    signal: new AbortController().signal,
  });
}

/** Comes for the response and leaves, many times. */
async function comeAndGo(store: ResumeStore): Promise<void> {
  for (let at = 0; at < 50; at++) {
    const { body } = await ask(store);
    await body!.cancel();
  }
}

/** Asks to stop the response, many times. */
async function askToStop(store: ResumeStore): Promise<void> {
  for (let at = 0; at < 50; at++) await ask(store, { method: "DELETE" });
}

/** A response whose server hears nothing. */
async function deafened(): Promise<ResumeStore> {
  const store = memoryResumeStore();
  await resumable(pulled({}), {
    id: ID,
    store: { ...store, read: () => new Promise(() => {}) },
  });
  return store;
}

Deno.test("resumable() keeps nothing of readers, however often they come", async () => {
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream);

  await comeAndGo(store);
  const control = await controlOf(store);
  provider.give(STOP);
  await done;

  assertEquals(control, ["begun"]);
});

Deno.test("resumable() keeps a stop once, however often it is asked for", async () => {
  const store = await deafened();

  await askToStop(store);

  assertEquals(await controlOf(store), ["begun", "stop"]);
});

Deno.test("resumable() keeps nothing of those who come once the response has ended", async () => {
  using time = new FakeTime();
  const { store, done } = await keep(streamOf([STOP]));
  await done;
  await time.tickAsync(1);

  await comeAndGo(store);
  await askToStop(store);

  assertEquals(await controlOf(store), undefined);
  assertFalse(time.next());
});

Deno.test("resumable() drops no response for room that readers of another would take", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  const ended = await resumable(streamOf([STOP]), { store, id: "ended" });
  await ended.done;
  const { done } = await keep(hanging().stream, { store });

  await comeAndGo(store);
  await askToStop(store);
  await done;
  const { status, body } = await ended.respond(request());
  await body!.cancel();

  assertStrictEquals(status, 200);
});

Deno.test("resumable() is stopped by who finds it while it begins", async () => {
  const found = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const store = storeWith(({ append }) => ({
    async append(log, entries, options) {
      if (entries[0] === "begun") {
        found.resolve();
        await stopped.promise;
      }
      return await append(log, entries, options);
    },
  }));
  const call = keep(hanging().stream, { store });

  await found.promise;
  const { status } = await ask(store, { method: "DELETE" });
  stopped.resolve();
  await (await call).done;

  assertStrictEquals(status, 204);
  assertEquals(endOf(await readAll(store)), "aborted ABORTED");
});

Deno.test("resumable() is not stopped by who stopped another of its name, whose server had died", async () => {
  using time = new FakeTime();
  const store = await deafened();
  await time.tickAsync(59_999);
  await ask(store, { method: "DELETE" });
  await time.tickAsync(1);
  const provider = gatedProvider();

  const { done } = await keep(provider.stream, { store });
  await time.runMicrotasks();
  provider.give(STOP);
  await done;

  assertEquals(await readAll(store), [STOP]);
  assertFalse(time.next());
});

Deno.test("resumable() is not kept going by who reads another of its name, whose server had died", async () => {
  using time = new FakeTime();
  const store = await deafened();
  const { body } = await ask(store);
  await time.tickAsync(60_000);

  const { done } = await keep(hanging().stream, { store });
  await time.tickAsync(15_000);
  await time.tickAsync(15_000);
  await done;
  await body!.cancel();

  assertEquals(endOf(await readAll(store)), "aborted ABORTED");
  assertFalse(time.next());
});

Deno.test("resumable() leaves a response as it ended where the word of that is lost", async () => {
  const store = storeWith(({ append }) => ({
    append: (log, entries, options) =>
      log.startsWith("control") && options.final
        ? Promise.reject(new Error("Store is busy"))
        : append(log, entries, options),
  }));

  const { done } = await keep(streamOf([STOP]), { store });
  await done;

  assertEquals(await readAll(store), [STOP]);
});
