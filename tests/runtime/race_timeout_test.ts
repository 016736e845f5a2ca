import { assertEquals, assertFalse, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { raceTimeout } from "../../runtime/race_timeout.ts";
import { watchedSignal } from "./_stub_adapter.ts";

const late = new Error("took too long");
const tooLate = () => late;

/** What a promise rejects with. */
function reason(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => undefined, (error) => error);
}

Deno.test("raceTimeout() resolves to what comes in time, and keeps no timer", async () => {
  using time = new FakeTime();

  const result = await raceTimeout(() => "done", {
    limitMs: 10,
    signals: [undefined],
    tooLate,
  });

  assertEquals(result, "done");
  assertFalse(time.next());
});

Deno.test("raceTimeout() rejects once the time is over, and tells whoever works", async () => {
  using time = new FakeTime();
  const { signal, listeners } = watchedSignal();
  let told: AbortSignal | undefined;

  const failed = reason(raceTimeout((signal) => {
    told = signal;
    return new Promise(() => {});
  }, { limitMs: 10, signals: [signal], tooLate }));
  await time.tickAsync(9);
  const before = told?.aborted;
  await time.tickAsync(1);

  assertEquals(before, false);
  assertStrictEquals(await failed, late);
  assertStrictEquals(told?.reason, late);
  assertEquals(listeners(), 0);
  assertFalse(time.next());
});

Deno.test("raceTimeout() rejects with the reason of an abort that comes first", async () => {
  using time = new FakeTime();
  const { signal, abort } = watchedSignal();

  const failed = reason(raceTimeout(() => new Promise(() => {}), {
    limitMs: 10,
    signals: [signal],
    tooLate,
  }));
  abort();

  assertStrictEquals(await failed, signal.reason);
  assertFalse(time.next());
});
