import { assert, assertEquals } from "@std/assert";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import { begin, delta, STEP } from "./_events.ts";

const seqsOf = (events: readonly { seq: number }[]) =>
  events.map(({ seq }) => seq);

Deno.test("stream() tells what there is, then what comes, and ends at the close", async () => {
  const log = await begin(createSessionLog());

  const all = Array.fromAsync(log.stream(1));
  await log.append("turn/start", { turn: 1 });
  await log.appendChunks(STEP, [delta("a"), delta("b")]);
  await log.close();

  assertEquals(seqsOf(await all), [1, 2, 3, 4]);
});

Deno.test("stream() tells what it would from any event on", async () => {
  const log = await begin(createSessionLog());
  await log.appendChunks(STEP, [delta("a"), delta("b"), delta("c")]);
  await log.close();

  const rest = await Array.fromAsync(log.stream(3));

  assertEquals(rest, [...log.eventsFrom(3)]);
  assertEquals(seqsOf(rest), [3, 4]);
});

Deno.test("stream() waits for an event that is far ahead", async () => {
  const log = await begin(createSessionLog());

  const rest = Array.fromAsync(log.stream(3));
  await log.append("turn/start", { turn: 1 });
  await log.append("step/start", STEP);
  await log.close();

  assertEquals(seqsOf(await rest), [3]);
});

Deno.test("stream() ends after the close for whoever comes later", async () => {
  const log = await begin(createSessionLog());
  await log.close();

  assertEquals(seqsOf(await Array.fromAsync(log.stream(1))), [1]);
  assertEquals(await Array.fromAsync(log.stream(7)), []);
});

Deno.test("stream() serves readers that do not wait for each other", async () => {
  const log = await begin(createSessionLog());
  const slow = log.stream(1).getReader();
  const quick = log.stream(1).getReader();

  await quick.read();
  const next = quick.read();
  await log.append("turn/start", { turn: 1 });

  assertEquals((await next).value?.seq, 2);
  assertEquals((await slow.read()).value?.seq, 1);
  await log.close();
});

Deno.test("stream() hands out frozen events", async () => {
  const log = await begin(createSessionLog());

  const { value } = await log.stream(1).getReader().read();

  assert(Object.isFrozen(value?.data));
  await log.close();
});

Deno.test("stream() is not read before somebody reads", async () => {
  const log = await begin(createSessionLog());

  const stream = log.stream(1);
  await log.append("turn/start", { turn: 1 });
  const events = log.close().then(() => Array.fromAsync(stream));

  assertEquals(seqsOf(await events), [1, 2]);
});

Deno.test("stream() may be left while it waits, and the others go on", async () => {
  const log = await begin(createSessionLog());
  const reader = log.stream(2).getReader();
  const other = log.stream(2).getReader();
  const left = reader.read();
  const waits = other.read();

  await reader.cancel();
  await log.append("turn/start", { turn: 1 });

  assert((await left).done);
  assertEquals((await waits).value?.seq, 2);
  await log.close();
});

Deno.test("stream() may be left before it is read", async () => {
  const log = await begin(createSessionLog());

  await log.stream(1).cancel();
  await log.close();

  assertEquals(log.revision, 1);
});

Deno.test("stream() tells all of a log of many segments, whatever the readers' pace", async () => {
  const log = await begin(createSessionLog());
  const text = "x".repeat(3_000);
  const reader = log.stream(1).getReader();
  const seen: number[] = [];

  for (let k = 0; k < 100; k++) {
    await log.appendChunks(STEP, [delta(text), delta(`${k}`)]);
    if (k % 3 === 0) seen.push((await reader.read()).value!.seq);
  }
  await log.close();
  for (let over = false; !over;) {
    const { done, value } = await reader.read();
    over = done;
    if (value !== undefined) seen.push(value.seq);
  }

  assertEquals(seen, Array.from({ length: 201 }, (_, k) => k + 1));
});
