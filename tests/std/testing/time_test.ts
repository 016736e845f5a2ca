import {
  assertEquals,
  assertFalse,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";

Deno.test("FakeTime starts at the time it is given", () => {
  using time = new FakeTime(1_000);

  const now = Date.now();

  assertStrictEquals(now, 1_000);
  assertStrictEquals(time.start, 1_000);
  assertStrictEquals(time.now, 1_000);
});

Deno.test("FakeTime.tick() runs what is due, in order of time", () => {
  using time = new FakeTime(0);
  const ran: string[] = [];
  setTimeout(() => ran.push("late"), 20);
  setTimeout(() => ran.push("early"), 10);
  setTimeout(() => ran.push("never"), 30);

  time.tick(20);

  assertEquals(ran, ["early", "late"]);
  assertStrictEquals(Date.now(), 20);
});

Deno.test("FakeTime.tick() repeats an interval until it is cleared", () => {
  using time = new FakeTime(0);
  const times: number[] = [];
  const id = setInterval(() => times.push(Date.now()), 10);

  time.tick(25);
  clearInterval(id);
  time.tick(100);

  assertEquals(times, [10, 20]);
});

Deno.test("FakeTime.tickAsync() lets promises settle first", async () => {
  using time = new FakeTime(0);
  let ran = false;
  Promise.resolve().then(() => setTimeout(() => ran = true, 10));

  await time.tickAsync(10);

  assertStrictEquals(ran, true);
});

Deno.test("FakeTime.runMicrotasks() leaves the time alone", async () => {
  using time = new FakeTime(0);
  let settled = false;
  Promise.resolve().then(() => {}).then(() => settled = true);

  await time.runMicrotasks();

  assertStrictEquals(settled, true);
  assertStrictEquals(time.now, 0);
});

Deno.test("FakeTime.next() moves to the next timer and tells when none is left", () => {
  using time = new FakeTime(0);
  const times: number[] = [];
  setTimeout(() => times.push(Date.now()), 10);
  setTimeout(() => times.push(Date.now()), 10);
  setTimeout(() => times.push(Date.now()), 50);

  const moved = [time.next(), time.next(), time.next()];

  assertEquals(moved, [true, true, false]);
  assertEquals(times, [10, 10, 50]);
});

Deno.test("FakeTime.next() does not count a cleared timer", () => {
  using time = new FakeTime(0);
  clearTimeout(setTimeout(() => {}, 10));

  const moved = time.next();

  assertFalse(moved);
});

Deno.test("FakeTime.nextAsync() sees timers that promises set", async () => {
  using time = new FakeTime(0);
  Promise.resolve().then(() => setTimeout(() => {}, 10));

  const moved = await time.nextAsync();

  assertStrictEquals(moved, true);
  assertStrictEquals(time.now, 10);
});

Deno.test("FakeTime.runAll() runs timers that timers set", () => {
  using time = new FakeTime(0);
  let ran = 0;
  setTimeout(() => {
    ran++;
    setTimeout(() => ran++, 10);
  }, 10);

  time.runAll();

  assertStrictEquals(ran, 2);
  assertFalse(time.next());
});

Deno.test("FakeTime.now moves time forward and never back", () => {
  using time = new FakeTime(100);
  let ran = false;
  setTimeout(() => ran = true, 10);

  time.now = 110;

  assertStrictEquals(ran, true);
  assertThrows(() => time.now = 100, RangeError);
});

Deno.test("FakeTime refuses to fake time twice", () => {
  using _time = new FakeTime();

  assertThrows(() => new FakeTime(), Error, "already faked");
});

Deno.test("FakeTime.restore() brings back the real globals", () => {
  const { Date: RealDate, setTimeout: realSetTimeout } = globalThis;
  const time = new FakeTime(0);
  const wasFaked = globalThis.Date !== RealDate;

  time.restore();

  assertStrictEquals(wasFaked, true);
  assertStrictEquals(globalThis.Date, RealDate);
  assertStrictEquals(globalThis.setTimeout, realSetTimeout);
});

Deno.test("FakeTime leaves performance and queueMicrotask alone", () => {
  const { performance: realPerformance, queueMicrotask: realQueue } =
    globalThis;

  using _time = new FakeTime(0);

  assertStrictEquals(globalThis.performance, realPerformance);
  assertStrictEquals(globalThis.queueMicrotask, realQueue);
});
