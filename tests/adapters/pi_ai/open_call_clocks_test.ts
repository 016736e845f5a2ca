import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { StreamChunk } from "../../../message.ts";
import { takeChunkSource } from "../../../runtime/chunk_source.ts";
import { LlmError } from "../../../runtime/error.ts";
import { adapt, answer, sayLines, scriptFetch, textEvents } from "./_fake.ts";

const clocks = { streamIdleTimeoutMs: 1_000, progressTimeoutMs: 3_000 };

function failureOf(chunk: StreamChunk | undefined) {
  return chunk?.type === "finish" && "failure" in chunk.reason
    ? chunk.reason.failure
    : undefined;
}

/** A `fetch` whose body sends what it is told to, when it is told to. */
function remoteFetch() {
  const encoder = new TextEncoder();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const cancelled: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: (reason) => void cancelled.push(reason),
  });
  return {
    fetch: () => Promise.resolve(new Response(body)),
    send: (text: string) => controller.enqueue(encoder.encode(text)),
    cancelled,
  };
}

Deno.test("openCall() gives up on an answer that does not come", async () => {
  using time = new FakeTime();
  const { stream, asked } = adapt(sayLines, {
    fetch: () => new Promise(() => {}),
    ...clocks,
  });
  const failed = assertRejects(() => stream().getReader().read(), LlmError);
  await time.runMicrotasks();

  await time.tickAsync(1_000);

  const error = await failed;
  assertEquals(error.code, "TIMEOUT");
  assertStringIncludes(error.message, "streamIdleTimeoutMs of 1000 ms");
  assertEquals(asked[0]!.options.signal.aborted, true);
  assertFalse(time.next());
});

Deno.test("openCall() gives an answer its own time to begin", async () => {
  using time = new FakeTime();
  const { stream } = adapt(sayLines, {
    fetch: () => new Promise(() => {}),
    timeoutMs: 500,
    ...clocks,
  });
  const failed = assertRejects(
    () => stream().getReader().read(),
    LlmError,
    "timeoutMs of 500 ms",
  );
  await time.runMicrotasks();

  await time.tickAsync(500);

  assertEquals((await failed).code, "TIMEOUT");
  assertFalse(time.next());
});

Deno.test("openCall() counts the time to begin no further than the beginning", async () => {
  using time = new FakeTime();
  const remote = remoteFetch();
  const { stream } = adapt(sayLines, {
    fetch: remote.fetch,
    timeoutMs: 500,
    ...clocks,
  });
  const reader = stream().getReader();
  const read = reader.read();
  await time.tickAsync(900);

  remote.send("a\n");

  assertEquals((await read).value?.type, "block-start");
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("openCall() ends a response whose bytes stop, after what came", async () => {
  using time = new FakeTime();
  const script = scriptFetch(["a\n"], { end: "stall" });
  const { stream } = adapt(sayLines, { fetch: script.fetch, ...clocks });
  const reader = stream().getReader();
  for (let k = 0; k < 2; k++) await reader.read();
  const read = reader.read();
  await time.runMicrotasks();

  await time.tickAsync(1_000);

  assertEquals(failureOf((await read).value)?.code, "TIMEOUT");
  assertEquals(script.cancelled.length, 1);
  assertFalse(time.next());
});

Deno.test("openCall() takes any bytes for a sign of life", async () => {
  using time = new FakeTime();
  const remote = remoteFetch();
  const { stream } = adapt(sayLines, { fetch: remote.fetch, ...clocks });
  const reader = stream().getReader();
  const read = reader.read();
  for (let k = 0; k < 2; k++) {
    await time.tickAsync(900);
    remote.send("\n");
  }
  await time.tickAsync(900);

  remote.send("a\n");

  assertEquals((await read).value?.type, "block-start");
  await reader.cancel();
});

Deno.test("openCall() takes bytes without content for no progress", async () => {
  using time = new FakeTime();
  const remote = remoteFetch();
  const { stream } = adapt(sayLines, { fetch: remote.fetch, ...clocks });
  const failed = assertRejects(
    () => stream().getReader().read(),
    LlmError,
    "progressTimeoutMs of 3000 ms",
  );
  for (let k = 0; k < 3; k++) {
    await time.tickAsync(900);
    remote.send("\n");
  }
  await time.tickAsync(300);

  assertEquals((await failed).code, "TIMEOUT");
  assertFalse(time.next());
});

Deno.test("openCall() takes content for progress", async () => {
  using time = new FakeTime();
  const remote = remoteFetch();
  const { stream } = adapt(sayLines, { fetch: remote.fetch, ...clocks });
  const source = takeChunkSource(stream());
  for (let k = 0; k < 6; k++) {
    const read = source.read();
    await time.tickAsync(900);
    remote.send("a\n");
    assertEquals(failureOf((await read).chunks.at(-1)), undefined);
  }

  await source.cancel("enough");
  assertFalse(time.next());
});

Deno.test("openCall() takes a slow consumer for no stall", async () => {
  using time = new FakeTime();
  const { fetch } = scriptFetch(["a\n", "b\n"]);
  const { stream } = adapt(sayLines, { fetch, ...clocks });
  const reader = stream().getReader();
  await reader.read();

  await time.tickAsync(10_000);

  const chunks: StreamChunk[] = [];
  for (
    let result = await reader.read();
    !result.done;
    result = await reader.read()
  ) {
    chunks.push(result.value);
  }
  assertEquals(failureOf(chunks.at(-1)), undefined);
  assertFalse(time.next());
});

Deno.test("openCall() notices a provider that says nothing over a transport of its own", async () => {
  using time = new FakeTime();
  const { stream } = adapt(async function* () {
    yield { type: "start", partial: answer() };
    await new Promise(() => {});
  }, clocks);
  const failed = assertRejects(() => stream().getReader().read(), LlmError);
  await time.runMicrotasks();

  await time.tickAsync(1_000);

  assertEquals((await failed).code, "TIMEOUT");
  assertFalse(time.next());
});

Deno.test("openCall() takes events for signs of life where there are no bytes", async () => {
  using time = new FakeTime();
  const steps: (() => void)[] = [];
  const partial = answer({ content: [{ type: "text", text: "" }] });
  const { stream } = adapt(async function* () {
    for (let k = 0; k < 3; k++) {
      await new Promise((resolve) => steps.push(() => resolve(undefined)));
      yield { type: "start", partial };
    }
    yield { type: "text_start", contentIndex: 0, partial };
    await new Promise(() => {});
  }, { timeoutMs: 1_000, ...clocks });
  const reader = stream().getReader();
  const read = reader.read();
  for (let k = 0; k < 3; k++) {
    await time.tickAsync(900);
    steps[k]!();
  }

  assertEquals((await read).value?.type, "block-start");
  await reader.cancel();
  assertFalse(time.next());
});

Deno.test("openCall() leaves no timer after a whole response", async () => {
  using time = new FakeTime();
  const { fetch } = scriptFetch(["a\n"]);
  const { stream } = adapt(sayLines, { fetch, timeoutMs: 500, ...clocks });

  const chunks = await Array.fromAsync(stream());

  assertEquals(failureOf(chunks.at(-1)), undefined);
  assertFalse(time.next());
});

Deno.test("openCall() leaves no timer after a cancel before the answer", async () => {
  using time = new FakeTime();
  const { stream, asked } = adapt(sayLines, {
    fetch: () => new Promise(() => {}),
    timeoutMs: 500,
    ...clocks,
  });
  const source = takeChunkSource(stream());
  const read = source.read();
  await time.runMicrotasks();

  await source.cancel("enough");

  assertEquals([(await read).chunks, asked.length], [[], 1]);
  assertFalse(time.next());
});

Deno.test("openCall() notices a provider that goes silent over a transport of its own", async () => {
  using time = new FakeTime();
  const { stream } = adapt(async function* () {
    yield* textEvents("a").slice(0, 3);
    await new Promise(() => {});
  }, clocks);
  const source = takeChunkSource(stream());
  const chunks: StreamChunk[] = [];
  for (let done = false; !done;) {
    const read = source.read();
    await time.tickAsync(1_000);
    const batch = await read;
    chunks.push(...batch.chunks);
    done = batch.done;
  }

  assertEquals(failureOf(chunks.at(-1))?.code, "TIMEOUT");
  assertFalse(time.next());
});
