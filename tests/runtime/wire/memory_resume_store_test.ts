import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import { testStore } from "./_store_suite.ts";

const TTL = { ttlMs: 1_000 };
const SIGNAL = new AbortController().signal;
const NOW = { limit: 100, waitMs: 0, signal: SIGNAL };

testStore({
  name: "memoryResumeStore()",
  open() {
    const store = memoryResumeStore();
    return Promise.resolve({ store, other: store, close: async () => {} });
  },
});

Deno.test("memoryResumeStore() keeps a log for exactly its time to live", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore();
  await store.append("log", ["a"], TTL);

  time.tick(999);
  const before = await store.read("log", 0, NOW);
  time.tick(1);
  const after = await store.read("log", 0, NOW);

  assertEquals(before, ["a"]);
  assertEquals(after, undefined);
  assertFalse(time.next());
});

Deno.test("memoryResumeStore() begins the time to live anew with each append", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore();
  await store.append("log", ["a"], TTL);

  time.tick(900);
  await store.append("log", [], TTL);
  time.tick(900);

  assertEquals(await store.read("log", 0, NOW), ["a"]);
  assertFalse(time.next());
});

Deno.test("memoryResumeStore() tells waiting readers the moment a log expires", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore();
  await store.append("log", ["a"], TTL);
  const read = store.read("log", 1, { ...NOW, waitMs: 60_000 });

  time.tick(1_000);

  assertEquals(await read, undefined);
  assertFalse(time.next());
});

Deno.test("memoryResumeStore() lets readers wait on while a log is renewed", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore();
  await store.append("log", ["a"], TTL);
  const read = store.read("log", 1, { ...NOW, waitMs: 1_500 });

  time.tick(900);
  await store.append("log", [], TTL);
  await time.tickAsync(100);
  await time.tickAsync(500);

  assertEquals(await read, []);
  assertFalse(time.next());
});

Deno.test("memoryResumeStore() leaves no timer behind a wait that ended", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore();
  const controller = new AbortController();
  await store.append("log", ["a"], TTL);
  const woken = store.read("log", 1, { ...NOW, waitMs: 60_000 });
  const aborted = store.read("log", 2, {
    ...NOW,
    waitMs: 60_000,
    signal: controller.signal,
  }).catch(() => {});

  await store.append("log", ["b"], TTL);
  controller.abort();
  await Promise.all([woken, aborted]);

  assertFalse(time.next());
});

Deno.test("memoryResumeStore() drops expired logs to make room", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("old", ["x".repeat(400)], TTL);
  time.tick(1_000);

  await store.append("new", ["y".repeat(400)], TTL);

  assertEquals(await store.read("new", 0, NOW), ["y".repeat(400)]);
  assertFalse(time.next());
});

Deno.test("memoryResumeStore() drops what ended longest ago to make room", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  const entries = ["x".repeat(100)];
  await store.append("ends last", entries, TTL);
  await store.append("ends first", entries, { ...TTL, final: true });
  await store.append("ends last", ["y"], { ...TTL, final: true });

  await store.append("new", ["z".repeat(200)], TTL);

  assertEquals(await store.read("ends first", 0, NOW), undefined);
  assertEquals(await store.read("ends last", 0, NOW), [...entries, "y"]);
});

Deno.test("memoryResumeStore() drops what ended though it was renewed since", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("old", ["x".repeat(400)], { ...TTL, final: true });
  await store.append("old", [], TTL);

  await store.append("new", ["y".repeat(400)], TTL);

  assertEquals(await store.read("old", 0, NOW), undefined);
});

Deno.test("memoryResumeStore() refuses what it has no room for, and keeps the rest", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("running", ["x".repeat(400)], TTL);

  await assertRejects(
    () => store.append("new", ["y".repeat(100)], TTL),
    RangeError,
    "Cannot keep response: the store holds at most 1000 bytes",
  );

  assertEquals(await store.read("running", 0, NOW), ["x".repeat(400)]);
  assertEquals(await store.read("new", 0, NOW), undefined);
});

Deno.test("memoryResumeStore() drops nothing for what has no room even so", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("ended", ["x".repeat(100)], { ...TTL, final: true });

  await assertRejects(
    () => store.append("new", ["y".repeat(500)], TTL),
    RangeError,
  );

  assertEquals(await store.read("ended", 0, NOW), ["x".repeat(100)]);
});

Deno.test("memoryResumeStore() takes short last entries where there is no room, and drops nothing for them", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("ended", ["x".repeat(100)], { ...TTL, final: true });
  await store.append("log", ["y".repeat(250)], TTL);

  await store.append("log", ["end".repeat(50)], { ...TTL, final: true });
  await store.append("log", [], TTL);

  const entries = ["y".repeat(250), "end".repeat(50)];
  assertEquals(await store.read("log", 0, NOW), entries);
  assertEquals(await store.read("ended", 0, NOW), ["x".repeat(100)]);
});

Deno.test("memoryResumeStore() makes up for what last entries took without room", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("log", ["x".repeat(400)], TTL);
  await store.append("log", ["end".repeat(50)], { ...TTL, final: true });

  await store.append("new", ["y"], TTL);

  assertEquals(await store.read("log", 0, NOW), undefined);
  assertEquals(await store.read("new", 0, NOW), ["y"]);
});

Deno.test("memoryResumeStore() refuses long last entries where there is no room", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("log", ["x".repeat(400)], TTL);

  await assertRejects(
    () => store.append("log", ["y".repeat(2_048)], { ...TTL, final: true }),
    RangeError,
  );

  assertEquals(await store.read("log", 0, NOW), ["x".repeat(400)]);
});

Deno.test("memoryResumeStore() counts a log that expires as it is written to", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("log", ["x".repeat(150)], TTL);
  await store.append("ended", ["y".repeat(150)], { ttlMs: 2_000, final: true });
  const { now } = Date;
  let asked = 0;

  try {
    Date.now = () => now() + 999 + asked++;
    await store.append("log", ["z".repeat(150)], TTL);
  } finally {
    Date.now = now;
  }

  const entries = ["x".repeat(150), "z".repeat(150)];
  assertEquals(await store.read("log", 0, NOW), entries);
  assertEquals(await store.read("ended", 0, NOW), undefined);
  assertFalse(time.next());
});

Deno.test("memoryResumeStore() has the room again that a dropped log took", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore({ maxBytes: 1_000 });

  for (let at = 0; at < 10; at++) {
    await store.append("log", ["x".repeat(400)], { ...TTL, after: 0 });
    time.tick(1_000);
    assertEquals(await store.read("log", 0, NOW), undefined);
  }

  assert(await store.append("log", ["x".repeat(400)], { ...TTL, after: 0 }));
  assertFalse(time.next());
});

Deno.test("memoryResumeStore() drops no ended log for entries of its own", async () => {
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("log", ["x".repeat(400)], { ...TTL, final: true });

  await assertRejects(
    () => store.append("log", ["x".repeat(100)], TTL),
    RangeError,
  );

  assertEquals(await store.read("log", 0, NOW), ["x".repeat(400)]);
});

Deno.test("memoryResumeStore() wakes readers of a log it drops", async () => {
  using time = new FakeTime();
  const store = memoryResumeStore({ maxBytes: 1_000 });
  await store.append("old", ["x".repeat(400)], { ...TTL, final: true });
  const read = store.read("old", 1, { ...NOW, waitMs: 60_000 });

  await store.append("new", ["y".repeat(400)], TTL);

  assertEquals(await read, undefined);
  assertFalse(time.next());
});

for (
  const [value, type] of [
    ["1", TypeError],
    [NaN, RangeError],
    [0, RangeError],
    [1.5, RangeError],
  ] as const
) {
  Deno.test(`memoryResumeStore() refuses ${JSON.stringify(value)} bytes (${typeof value})`, () => {
    assertThrows(
      () => memoryResumeStore({ maxBytes: value as number }),
      type,
      '"options.maxBytes" must be',
    );
  });
}
