import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { keepAliveBody } from "../../../runtime/wire/keep_alive_body.ts";
import { task } from "../_scripted_source.ts";
import { watchedSignal } from "../_stub_adapter.ts";
import { manualByteSource, readText } from "./_byte_source.ts";

const OPTIONS = { keepAlive: "~", keepAliveMs: 10, signal: undefined };

Deno.test("keepAliveBody() fails with the error of the source, after its bytes", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const failure = new Error("of a listener");
  const reader = keepAliveBody(source, OPTIONS).getReader();

  const first = readText(reader);
  source.give("a");
  assertStrictEquals(await first, "a");
  const second = assertRejects(() => reader.read());
  source.fail(failure);

  assertStrictEquals(await second, failure);
  assertFalse(time.next());
});

Deno.test("keepAliveBody() cancels the source and waits for it", async () => {
  using time = new FakeTime();
  const cancelled = Promise.withResolvers<void>();
  const source = manualByteSource({ cancelled: cancelled.promise });
  const reader = keepAliveBody(source, OPTIONS).getReader();
  let settled = false;

  const first = readText(reader);
  const cancelling = reader.cancel("gone").then(() => settled = true);
  await time.runMicrotasks();
  assertEquals(source.cancels, ["gone"]);
  assertFalse(settled);
  cancelled.resolve();
  await cancelling;

  assertStrictEquals(await first, "(end)");
  assertFalse(time.next());
});

for (const late of ["bytes", "the end", "a failure"]) {
  Deno.test(`keepAliveBody() ignores ${late} that come after a cancel`, async () => {
    using time = new FakeTime();
    const source = manualByteSource();
    const reader = keepAliveBody(source, OPTIONS).getReader();

    const first = readText(reader);
    await reader.cancel();
    if (late === "a failure") source.fail(new Error("late"));
    else source.give("a", { done: late === "the end" });
    await time.runMicrotasks();

    assertStrictEquals(await first, "(end)");
    assertStrictEquals(await readText(reader), "(end)");
    assertFalse(time.next());
  });

  Deno.test(`keepAliveBody() ignores ${late} that come after an abort`, async () => {
    using time = new FakeTime();
    const source = manualByteSource();
    const watched = watchedSignal();
    const { signal } = watched;
    const reader = keepAliveBody(source, { ...OPTIONS, signal }).getReader();

    const first = readText(reader);
    await time.runMicrotasks();
    watched.abort("gone");
    if (late === "a failure") source.fail(new Error("late"));
    else source.give("a", { done: late === "the end" });
    await time.runMicrotasks();

    assertStrictEquals(await first, "(end)");
    assertStrictEquals(await readText(reader), "(end)");
    assertFalse(time.next());
  });
}

Deno.test("keepAliveBody() stops the source and closes at an abort", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const watched = watchedSignal();
  const { signal } = watched;
  const reader = keepAliveBody(source, { ...OPTIONS, signal }).getReader();

  const first = readText(reader);
  watched.abort("gone");

  assertStrictEquals(await first, "(end)");
  assertEquals(source.cancels, ["gone"]);
  assertStrictEquals(watched.listeners(), 0);
  assertFalse(time.next());
});

Deno.test("keepAliveBody() stops the source of a signal that was aborted before", async () => {
  const source = manualByteSource();
  const signal = AbortSignal.abort("gone");

  const reader = keepAliveBody(source, { ...OPTIONS, signal }).getReader();

  assertStrictEquals(await readText(reader), "(end)");
  assertEquals(source.cancels, ["gone"]);
  assertStrictEquals(source.reads, 0);
});

Deno.test("keepAliveBody() leaves no timer to a server that finds its client gone as it is handed a keep-alive", async () => {
  using time = new FakeTime();
  const reader = keepAliveBody(manualByteSource(), OPTIONS).getReader();
  const read = reader.read();
  await time.runMicrotasks();

  // What is read is looked at for a method of this name, while it is handed over.
  Object.defineProperty(Object.prototype, "then", {
    configurable: true,
    get() {
      delete (Object.prototype as { then?: unknown }).then;
      reader.cancel();
      return undefined;
    },
  });
  time.tick(10);
  await read;

  assertFalse("then" in {});
  assertFalse(time.next());
});

Deno.test("keepAliveBody() leaves no rejection behind if the aborted source cannot stop", async () => {
  const source = manualByteSource({
    cancelled: Promise.reject(new Error("stuck")),
  });
  const watched = watchedSignal();

  const { signal } = watched;
  const body = keepAliveBody(source, { ...OPTIONS, signal });
  watched.abort("gone");
  await task();

  assertStrictEquals(await readText(body.getReader()), "(end)");
});

for (const end of ["the end", "a failure", "a cancel"]) {
  Deno.test(`keepAliveBody() lets go of its signal at ${end}`, async () => {
    using time = new FakeTime();
    const source = manualByteSource();
    const watched = watchedSignal();
    const { signal } = watched;
    const reader = keepAliveBody(source, { ...OPTIONS, signal }).getReader();
    assert(watched.listeners() > 0);

    const reading = readText(reader).catch(() => "(failed)");
    if (end === "the end") source.give("", { done: true });
    else if (end === "a failure") source.fail(new Error("broken"));
    else await reader.cancel();

    assertStrictEquals(
      await reading,
      end === "a failure" ? "(failed)" : "(end)",
    );
    assertStrictEquals(watched.listeners(), 0);
    assertFalse(time.next());
  });
}
