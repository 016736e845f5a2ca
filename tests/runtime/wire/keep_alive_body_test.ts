import {
  assertEquals,
  assertFalse,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { keepAliveBody } from "../../../runtime/wire/keep_alive_body.ts";
import { task } from "../_scripted_source.ts";
import { manualByteSource, readText } from "./_byte_source.ts";

const OPTIONS = { keepAlive: "~", keepAliveMs: 10, signal: undefined };
const GREETING = { ...OPTIONS, greets: true };

/** Lets time pass, and what follows from it happen. */
async function pass(time: FakeTime, ms: number): Promise<void> {
  await time.tickAsync(ms);
  await time.runMicrotasks();
}

Deno.test("keepAliveBody() reads nothing before it is read", async () => {
  const source = manualByteSource();

  const body = keepAliveBody(source, OPTIONS);
  await task();

  assertStrictEquals(source.reads, 0);
  await body.cancel();
});

Deno.test("keepAliveBody() turns one read of the source into one of the body", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, OPTIONS).getReader();

  const first = readText(reader);
  source.give("ab");

  assertStrictEquals(await first, "ab");
  await time.runMicrotasks();
  assertStrictEquals(source.reads, 1);
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("keepAliveBody() closes with the last bytes", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, OPTIONS).getReader();

  const first = readText(reader);
  source.give("ab", { done: true });

  assertStrictEquals(await first, "ab");
  assertStrictEquals(await readText(reader), "(end)");
  assertStrictEquals(source.reads, 1);
  assertEquals(source.cancels, []);
  assertFalse(time.next());
});

Deno.test("keepAliveBody() closes without bytes where the last read brings none", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, OPTIONS).getReader();

  const first = readText(reader);
  source.give("", { done: true });

  assertStrictEquals(await first, "(end)");
  assertFalse(time.next());
});

Deno.test("keepAliveBody() breaks every silence of keepAliveMs", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, OPTIONS).getReader();
  const seen: string[] = [];

  const reading = (async () => {
    for (let k = 0; k < 3; k++) seen.push(await readText(reader));
  })();
  await pass(time, 9);
  assertEquals(seen, []);
  await pass(time, 1);
  assertEquals(seen, ["~"]);
  await pass(time, 9);
  assertEquals(seen, ["~"]);
  await pass(time, 1);
  assertEquals(seen, ["~", "~"]);
  source.give("a");
  await reading;

  assertEquals(seen, ["~", "~", "a"]);
  assertStrictEquals(source.reads, 1);
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("keepAliveBody() counts silence from the last bytes", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, OPTIONS).getReader();
  let seen = "";

  const first = readText(reader);
  await time.tickAsync(8);
  source.give("a");
  await first;
  const second = readText(reader).then((text) => seen = text);
  await pass(time, 9);
  assertStrictEquals(seen, "");
  await pass(time, 1);

  assertStrictEquals(await second, "~");
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("keepAliveBody() sends nothing to a client that does not read", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, OPTIONS).getReader();

  const first = readText(reader);
  source.give("a");
  await first;
  await time.tickAsync(1_000);
  assertFalse(time.next());
  const second = readText(reader);
  source.give("b");

  assertStrictEquals(await second, "b");
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("keepAliveBody() holds one keep-alive at most for a client that stopped reading", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, OPTIONS).getReader();

  const first = readText(reader);
  await time.tickAsync(1_000);
  source.give("a", { done: true });
  await time.runMicrotasks();
  const texts = [await first];
  for (let k = 0; k < 3; k++) texts.push(await readText(reader));

  assertEquals(texts, ["~", "~", "a", "(end)"]);
  assertFalse(time.next());
});

Deno.test("keepAliveBody() goes on breaking silences once the client reads again", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, OPTIONS).getReader();

  const first = readText(reader);
  await time.tickAsync(1_000);
  const texts = [await first, await readText(reader)];
  const third = readText(reader);
  await time.tickAsync(10);
  texts.push(await third);

  assertEquals(texts, ["~", "~", "~"]);
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("keepAliveBody() makes new bytes for each keep-alive", async () => {
  using time = new FakeTime();
  const reader = keepAliveBody(manualByteSource(), OPTIONS).getReader();

  const first = reader.read();
  await time.tickAsync(10);
  const second = reader.read();
  await time.tickAsync(10);

  assertNotStrictEquals(
    (await first).value?.buffer,
    (await second).value?.buffer,
  );
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("keepAliveBody() that greets breaks the silence before the first bytes at once", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, GREETING).getReader();
  const seen: string[] = [];

  const reading = (async () => {
    for (let k = 0; k < 4; k++) seen.push(await readText(reader));
  })();
  await pass(time, 0);
  assertEquals(seen, ["~"]);
  await pass(time, 9);
  assertEquals(seen, ["~"]);
  await pass(time, 1);
  assertEquals(seen, ["~", "~"]);
  source.give("a");
  await pass(time, 9);
  assertEquals(seen, ["~", "~", "a"]);
  await pass(time, 1);
  await reading;

  assertEquals(seen, ["~", "~", "a", "~"]);
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("keepAliveBody() that greets sends nothing before bytes that are there", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const reader = keepAliveBody(source, GREETING).getReader();

  const first = readText(reader);
  source.give("a");
  const texts = [await first];
  const second = readText(reader);
  await pass(time, 9);
  source.give("b", { done: true });
  texts.push(await second);

  assertEquals(texts, ["a", "b"]);
  assertFalse(time.next());
});

Deno.test("keepAliveBody() that greets greets nobody who does not read", async () => {
  using time = new FakeTime();
  const source = manualByteSource();

  const body = keepAliveBody(source, GREETING);
  await time.runMicrotasks();

  assertFalse(time.next());
  assertStrictEquals(source.reads, 0);
  await body.cancel();
});

Deno.test("keepAliveBody() never breaks a silence if keepAliveMs is false", async () => {
  using time = new FakeTime();
  const source = manualByteSource();
  const options = { ...GREETING, keepAliveMs: false } as const;
  const reader = keepAliveBody(source, options).getReader();

  const first = readText(reader);
  await time.runMicrotasks();

  assertFalse(time.next());
  source.give("a", { done: true });
  assertStrictEquals(await first, "a");
});

Deno.test("keepAliveBody() breaks a silence though the clock was set back", async () => {
  using time = new FakeTime();
  const { now } = Date;
  const reader = keepAliveBody(manualByteSource(), OPTIONS).getReader();
  let seen = "";

  try {
    const first = readText(reader).then((text) => seen = text);
    await time.runMicrotasks();
    Date.now = () => now() - 3_600_000;
    await pass(time, 20);
    assertStrictEquals(seen, "~");
    await first;
  } finally {
    Date.now = now;
  }

  await reader.cancel();
  assertFalse(time.next());
});
