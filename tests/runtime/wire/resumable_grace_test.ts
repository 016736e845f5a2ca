import { assertEquals, assertFalse, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { endOf, STOP } from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";
import { ask, hanging, keep, mortal, readAll } from "./_keeping.ts";

const GRACE = { graceMs: 1_000 };

Deno.test("resumable() goes on though its server and that of its readers stand still for longer than the grace time", async () => {
  using time = new FakeTime();
  const { now } = Date;
  const provider = gatedProvider();
  const { store, done } = await keep(provider.stream, GRACE);
  const { body } = await ask(store);
  await time.tickAsync(300);
  await time.runMicrotasks();

  try {
    // No timer is due on time.
    Date.now = () => now() + 30_000;
    for (let at = 0; at < 100; at++) await time.tickAsync(100);
    provider.give(STOP);
    await done;
    await body!.cancel();
    assertEquals(await readAll(store), [STOP]);
  } finally {
    Date.now = now;
  }

  assertFalse(time.next());
});

Deno.test("resumable() stops the call a minute after a server has died with all who read", async () => {
  using time = new FakeTime();
  const provider = hanging();
  const { store, done } = await keep(provider.stream, GRACE);
  const server = mortal(store);
  const { body } = await ask(server);
  let stopped = false;
  done.then(() => stopped = true);

  await time.runMicrotasks();
  server.die();
  for (let at = 0; at < 59; at++) await time.tickAsync(1_000);
  await time.runMicrotasks();
  const before = stopped;
  for (let at = 0; at < 2; at++) await time.tickAsync(1_000);
  await done;
  await body!.cancel();

  assertFalse(before);
  assertEquals(endOf(await readAll(store)), "aborted ABORTED");
  assertFalse(time.next());
});

Deno.test("resumable() waits out a short grace time from when the last reader left", async () => {
  using time = new FakeTime();
  const { store, done } = await keep(hanging().stream, GRACE);
  const { body } = await ask(store);
  let stopped = false;
  done.then(() => stopped = true);

  for (let at = 0; at < 13; at++) await time.tickAsync(100);
  await body!.cancel();
  for (let at = 0; at < 9; at++) await time.tickAsync(100);
  await time.tickAsync(99);
  await time.runMicrotasks();
  const before = stopped;
  await time.tickAsync(1);
  await done;

  assertFalse(before);
  assertFalse(time.next());
});

Deno.test("resumable() waits out the grace time from when a reader lost the store", async () => {
  using time = new FakeTime();
  const { store, done } = await keep(hanging().stream, GRACE);
  const { body } = await ask({
    append: store.append,
    read: (log, after, options) =>
      after === 0
        ? store.read(log, after, options)
        : Promise.reject(new Error("Store is busy")),
  });

  await assertRejects(() => new Response(body).text(), Error, "Store is busy");
  await time.tickAsync(1_000);
  await time.tickAsync(1);
  await done;

  assertEquals(endOf(await readAll(store)), "aborted ABORTED");
  assertFalse(time.next());
});
