import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { respondResumed } from "../../../runtime/wire/respond_resumed.ts";
import {
  pulled,
  STOP,
  streamOf,
  text,
  watchedSignal,
} from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";
import {
  ask,
  EVENTS,
  ID,
  keep,
  request,
  storeOfThree,
  storeWith,
} from "./_keeping.ts";

Deno.test("respondResumed() greets whoever comes for a silent response, and keeps it alive", async () => {
  using time = new FakeTime();
  const { store, stop, done } = await keep(pulled({}));
  const { body } = await respondResumed(request(), { store, id: ID });
  const reader = body!.getReader();
  const seen: string[] = [];

  const reading = (async () => {
    for (let k = 0; k < 2; k++) {
      const { value } = await reader.read();
      seen.push(new TextDecoder().decode(value));
    }
  })();
  await time.tickAsync(0);
  await time.runMicrotasks();
  const greeting = [...seen];
  await time.tickAsync(5_000);
  await reading;
  stop();
  await done;
  await reader.cancel();

  assertEquals(greeting, [": keep-alive\n\n"]);
  assertEquals(seen, [...greeting, ...greeting]);
  assertFalse(time.next());
});

Deno.test("respondResumed() waits for a chunk however long none comes", async () => {
  using time = new FakeTime();
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream);
  const reader = (await ask(store)).body!.getReader();

  const read = reader.read();
  for (let at = 0; at < 30; at++) await time.tickAsync(10_000);
  provider.give(STOP);
  await done;
  const { value } = await read;

  assertStrictEquals(
    new TextDecoder().decode(value),
    'id: 1\ndata: {"type":"finish","reason":{"kind":"stop"}}\n\n',
  );
  await reader.read();
  assertFalse(time.next());
});

Deno.test("respondResumed() stops reading the store when its client goes away", async () => {
  using time = new FakeTime();
  const signals: AbortSignal[] = [];
  const store = storeWith(({ read }) => ({
    read(log, after, options) {
      if (log.startsWith("response/")) signals.push(options.signal);
      return read(log, after, options);
    },
  }));
  const { stop, done } = await keep(pulled({}), { store });
  const { body } = await ask(store);
  const reader = body!.getReader();

  const read = reader.read();
  await time.runMicrotasks();
  await reader.cancel();
  stop();
  await done;

  assertStrictEquals((await read).done, true);
  assertStrictEquals(signals.at(-1)!.aborted, true);
  assertFalse(time.next());
});

Deno.test("respondResumed() lets go when its signal aborts", async () => {
  using time = new FakeTime();
  const { store, stop, done } = await keep(pulled({}));
  const { signal, abort, listeners } = watchedSignal();
  const response = await respondResumed(request(), { store, id: ID, signal });

  const text = response.text();
  abort();
  stop();
  await done;

  assertStrictEquals(await text, "");
  assertStrictEquals(listeners(), 0);
  assertFalse(time.next());
});

Deno.test("respondResumed() reads nothing under a signal that was aborted", async () => {
  using time = new FakeTime();
  const store = await storeOfThree();
  const signal = AbortSignal.abort();

  const response = await respondResumed(request(), { store, id: ID, signal });

  assertStrictEquals(await response.text(), "");
  assertFalse(time.next());
});

Deno.test("respondResumed() leaves no listener on its signal at the end", async () => {
  const store = await storeOfThree();
  const { signal, listeners, added } = watchedSignal();

  const response = await respondResumed(request(), { store, id: ID, signal });
  await response.text();

  assertStrictEquals(added(), 1);
  assertStrictEquals(listeners(), 0);
});

Deno.test("respondResumed() fails the body with what the store fails with", async () => {
  using time = new FakeTime();
  const error = new Error("Store is down");
  let failing = false;
  const store = storeWith(({ read }) => ({
    read: (log, ...rest) =>
      failing && log.startsWith("response/")
        ? Promise.reject(error)
        : read(log, ...rest),
  }));
  const { stop, done } = await keep(pulled({}), { store });
  const response = await ask(store);

  failing = true;
  const thrown = await assertRejects(() => response.text());
  stop();
  await done;

  assertStrictEquals(thrown, error);
  assertFalse(time.next());
});

Deno.test("respondResumed() rejects with what the store fails with", async () => {
  const error = new Error("Store is down");
  const store = storeWith(() => ({ read: () => Promise.reject(error) }));

  const thrown = await assertRejects(() => ask(store));

  assertStrictEquals(thrown, error);
});

for (
  const [what, fail] of [
    ["rejects", () => Promise.reject(new Error("Full"))],
    ["throws", () => {
      throw new Error("Full");
    }],
  ] as const
) {
  Deno.test(`respondResumed() serves on though the store ${what} at a sign of a reader`, async () => {
    const store = await storeOfThree();

    const response = await ask({ ...store, append: fail });

    assertStrictEquals(await response.text(), EVENTS.join(""));
  });
}

Deno.test("respondResumed() reads a long response piece by piece", async () => {
  const chunks = [...Array.from({ length: 1_000 }, () => text("a")), STOP];
  const limits: number[] = [];
  const store = storeWith(({ read }) => ({
    read(log, after, options) {
      if (log.startsWith("response/")) limits.push(options.limit);
      return read(log, after, options);
    },
  }));
  const { done } = await keep(streamOf(chunks), { store });
  await done;
  limits.length = 0;

  const body = await (await ask(store)).text();

  assertStrictEquals(body.split("\n\n").length, 1_002);
  assertEquals(limits, [2, 256, 256, 256, 256]);
});
