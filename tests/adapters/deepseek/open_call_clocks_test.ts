import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { LlmError } from "../../../runtime/error.ts";
import {
  countListeners,
  drain,
  open,
  scriptBody,
  scriptFetch,
  silentFetch,
} from "./_call.ts";
import { delta, DONE, events, failureCodeOf, finishOf } from "./_wire.ts";

const hello = events(delta({ content: "Hello" }));
const clocks = { streamIdleTimeoutMs: 1_000, progressTimeoutMs: 3_000 };

Deno.test("openCall() gives up on an answer that does not come", async () => {
  using time = new FakeTime();
  const { fetch, calls } = silentFetch();
  const { signal, count } = countListeners();
  const { source } = open({ fetch, ...clocks }, { signal });
  const failed = assertRejects(() => source.read(), LlmError);
  await time.runMicrotasks();

  await time.tickAsync(1_000);
  const error = await failed;

  assertEquals(error.code, "TIMEOUT");
  assertStringIncludes(error.message, "streamIdleTimeoutMs of 1000 ms");
  assert(calls[0]!.init.signal!.aborted);
  assertEquals(count(), 0);
  assertFalse(time.next());
});

Deno.test("openCall() waits for an answer until its time is up", async () => {
  using time = new FakeTime();
  const { fetch, calls } = silentFetch();
  const { source } = open({ fetch, ...clocks });
  const read = source.read();
  await time.runMicrotasks();

  await time.tickAsync(999);

  assertFalse(calls[0]!.init.signal!.aborted);
  await source.cancel("enough");
  await read;
});

Deno.test("openCall() ends with a finish when bytes stop coming after chunks", async () => {
  using time = new FakeTime();
  const body = scriptBody([hello], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { source } = open({ fetch, ...clocks });
  await source.read();
  const read = source.read();
  await time.runMicrotasks();

  await time.tickAsync(1_000);
  const { chunks } = await read;

  assertEquals(failureCodeOf(chunks), "TIMEOUT");
  assertEquals(body.cancelled.length, 1);
  assertFalse(time.next());
});

Deno.test("openCall() takes any bytes for life", async () => {
  using time = new FakeTime();
  const body = scriptBody([], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { source } = open({ fetch, ...clocks });
  const read = source.read();
  await time.runMicrotasks();

  await time.tickAsync(900);
  body.send(": keep-alive\n\n");
  await time.tickAsync(900);
  body.send(hello);
  const { chunks } = await read;

  assertEquals(chunks.length, 2);
  await source.cancel("enough");
});

Deno.test("openCall() gives up on a server that sends nothing but signs of life", async () => {
  using time = new FakeTime();
  const body = scriptBody([], "stall");
  const { fetch, calls } = scriptFetch(() => new Response(body.stream));
  const { source } = open({ fetch, ...clocks });
  const failed = assertRejects(() => source.read(), LlmError);
  await time.runMicrotasks();

  for (let sent = 0; sent < 5; sent++) {
    await time.tickAsync(500);
    body.send(": keep-alive\n\n");
  }
  await time.tickAsync(500);
  const error = await failed;

  assertEquals(error.code, "TIMEOUT");
  assertStringIncludes(error.message, "progressTimeoutMs of 3000 ms");
  assert(calls[0]!.init.signal!.aborted);
  assertFalse(time.next());
});

Deno.test("openCall() takes content for progress", async () => {
  using time = new FakeTime();
  const body = scriptBody([], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { source } = open({ fetch, ...clocks });
  const drained = drain(source);
  await time.runMicrotasks();

  for (let sent = 0; sent < 10; sent++) {
    await time.tickAsync(900);
    body.send(hello);
  }
  await time.tickAsync(900);
  body.send(DONE);

  assertEquals(finishOf(await drained), { kind: "stop" });
});

Deno.test("openCall() never takes a slow consumer for a stall", async () => {
  using time = new FakeTime();
  const body = scriptBody([hello, hello + DONE], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { source } = open({ fetch, ...clocks });
  await source.read();

  await time.tickAsync(1_000_000);

  assertEquals(finishOf((await source.read()).chunks), { kind: "stop" });
});

Deno.test("openCall() takes a failed answer whose body stalls for what its status says", async () => {
  using time = new FakeTime();
  const body = scriptBody(["no hea"], "stall");
  const { fetch } = scriptFetch(() =>
    new Response(body.stream, { status: 503 })
  );
  const { source } = open({ fetch, ...clocks });
  const failed = assertRejects(() => source.read(), LlmError);
  await time.runMicrotasks();

  await time.tickAsync(1_000);
  const error = await failed;

  assertEquals(error.code, "SERVER");
  assertEquals(error.failure.status, 503);
  assertStringIncludes(error.message, "no hea");
  assertEquals(body.cancelled.length, 1);
  assertFalse(time.next());
});

Deno.test("openCall() stays aborted when its time is up afterwards", async () => {
  using time = new FakeTime();
  const { fetch } = silentFetch();
  const { signal, abort } = countListeners();
  const { source } = open({ fetch, ...clocks }, { signal });
  const read = source.read();
  await time.runMicrotasks();

  abort();
  await time.tickAsync(10_000);
  const { chunks } = await read;

  assertEquals(finishOf(chunks)?.kind, "aborted");
});
