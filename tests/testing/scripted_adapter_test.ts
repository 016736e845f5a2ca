import {
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { StreamChunk } from "../../message.ts";
import { LlmError } from "../../runtime/error.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { ResolvedRetryPolicy } from "../../runtime/retry_policy.ts";
import { textChunks } from "../../testing/chunks.ts";
import { scriptedAdapter } from "../../testing/scripted_adapter.ts";

const request: GenerateOptions = { provider: "p", model: "m", messages: [] };
const start: StreamChunk = {
  type: "block-start",
  index: 0,
  blockType: "text",
};

Deno.test("scriptedAdapter() delivers the chunks as they are", async () => {
  const script = [start, start];
  const adapter = scriptedAdapter([script]);

  const chunks = await Array.fromAsync(adapter.stream(request));

  assertEquals(chunks.length, 2);
  assertStrictEquals(chunks[0], start);
});

Deno.test("scriptedAdapter() says hello without a script", async () => {
  const adapter = scriptedAdapter();

  const chunks = await Array.fromAsync(adapter.stream(request));

  assertEquals(chunks, textChunks("Hello"));
});

Deno.test("scriptedAdapter() repeats the last call without end", async () => {
  const adapter = scriptedAdapter([textChunks("1"), textChunks("2")]);

  const streams = ["", "", ""].map(() => adapter.stream(request));

  const [first, second, third] = await Promise.all(
    streams.map((stream) => Array.fromAsync(stream)),
  );
  assertEquals(first, textChunks("1"));
  assertEquals(second, textChunks("2"));
  assertEquals(third, textChunks("2"));
});

Deno.test("scriptedAdapter() records the very requests", () => {
  const adapter = scriptedAdapter();
  const other = { ...request, model: "n" };

  adapter.stream(request);
  adapter.stream(other);

  assertEquals(adapter.requests.length, 2);
  assertStrictEquals(adapter.requests[0], request);
  assertStrictEquals(adapter.requests[1], other);
});

Deno.test("scriptedAdapter() refuses an empty script", () => {
  assertThrows(() => scriptedAdapter([]), RangeError, '"script"');
});

Deno.test("scriptedAdapter() fails the stream with an error of the script", async () => {
  const error = new LlmError("Cannot reach host: it is gone", "TRANSPORT");
  const adapter = scriptedAdapter([error]);

  const caught = await assertRejects(() =>
    Array.fromAsync(adapter.stream(request))
  );

  assertStrictEquals(caught, error);
});

Deno.test("scriptedAdapter() delivers every chunk before the error of a plan", async () => {
  const adapter = scriptedAdapter([{ chunks: [start, start], error: "bad" }]);
  const reader = adapter.stream(request).getReader();

  const first = await reader.read();
  const second = await reader.read();

  assertEquals([first.value, second.value], [start, start]);
  const caught = await reader.read().catch((error) => error);
  assertEquals(caught, "bad");
});

Deno.test("scriptedAdapter() calls a function with request and context", async () => {
  const context = { diagnostic() {}, response() {} };
  const seen: unknown[] = [];
  const adapter = scriptedAdapter([(...args) => {
    seen.push(...args);
    return textChunks(args[0].model);
  }]);

  const chunks = await Array.fromAsync(adapter.stream(request, context));

  assertEquals(chunks, textChunks("m"));
  assertStrictEquals(seen[0], request);
  assertStrictEquals(seen[1], context);
});

Deno.test("scriptedAdapter() throws what a function of the script throws", () => {
  const error = new Error("at once");
  const adapter = scriptedAdapter([() => {
    throw error;
  }]);

  const caught = assertThrows(() => adapter.stream(request));

  assertStrictEquals(caught, error);
});

Deno.test("scriptedAdapter() passes a stream of the script through", () => {
  const stream = new ReadableStream<StreamChunk>();
  const adapter = scriptedAdapter([() => stream]);

  const result = adapter.stream(request);

  assertStrictEquals(result, stream);
});

Deno.test("scriptedAdapter() records the reason of a cancel", async () => {
  const adapter = scriptedAdapter([{ chunks: [start], hang: true }]);
  const reader = adapter.stream(request).getReader();
  await reader.read();

  await reader.cancel("enough");

  assertEquals(adapter.cancels, ["enough"]);
});

Deno.test("scriptedAdapter() stays open after the chunks of a hanging plan", async () => {
  const adapter = scriptedAdapter([{ chunks: [start], hang: true }]);
  const reader = adapter.stream(request).getReader();
  await reader.read();
  let settled = false;
  const pending = reader.read().then(() => settled = true);

  await new Promise((resolve) => setTimeout(resolve, 0));

  assertEquals(settled, false);
  await reader.cancel();
  await pending;
});

Deno.test("scriptedAdapter() waits on the global clock before each chunk", async () => {
  using time = new FakeTime();
  const adapter = scriptedAdapter([{ chunks: [start, start], delayMs: 50 }]);
  const times: number[] = [];
  const epoch = Date.now();

  const done = (async () => {
    for await (const _ of adapter.stream(request)) {
      times.push(Date.now() - epoch);
    }
  })();
  await time.tickAsync(50);
  await time.tickAsync(50);
  await done;

  assertEquals(times, [50, 100]);
  assertEquals(time.next(), false);
});

Deno.test("scriptedAdapter() leaves no timer behind when it is cancelled", async () => {
  using time = new FakeTime();
  const adapter = scriptedAdapter([{ chunks: [start], delayMs: 50 }]);
  const reader = adapter.stream(request).getReader();
  const pending = reader.read();
  await time.tickAsync(0);

  await reader.cancel();

  await pending;
  assertEquals(time.next(), false);
});

Deno.test("scriptedAdapter() refuses a delay no timer keeps", () => {
  const adapter = scriptedAdapter([{ delayMs: -1 }]);

  assertThrows(() => adapter.stream(request), RangeError, '"delayMs"');
});

Deno.test("scriptedAdapter() ends with a finish when the signal aborts", async () => {
  const abort = new AbortController();
  const adapter = scriptedAdapter([{ chunks: [start], hang: true }]);
  const reader = adapter.stream({ ...request, signal: abort.signal })
    .getReader();
  await reader.read();
  const pending = reader.read();

  abort.abort();

  assertEquals((await pending).value, {
    type: "finish",
    reason: {
      kind: "aborted",
      failure: {
        message: "Cannot complete call: it was aborted",
        code: "ABORTED",
      },
    },
  });
  assertEquals((await reader.read()).done, true);
});

Deno.test("scriptedAdapter() delivers no chunk for a signal aborted beforehand", async () => {
  const adapter = scriptedAdapter([textChunks("Hi")]);
  const signal = AbortSignal.abort();

  const chunks = await Array.fromAsync(adapter.stream({ ...request, signal }));

  assertEquals(chunks.map((chunk) => chunk.type), ["finish"]);
});

Deno.test("scriptedAdapter() fails with the reason where a plan says so", async () => {
  const abort = new AbortController();
  const adapter = scriptedAdapter([{ hang: true, onAbort: "error" }]);
  const reader = adapter.stream({ ...request, signal: abort.signal })
    .getReader();
  const pending = reader.read().catch((error) => error);

  abort.abort("reason");

  assertEquals(await pending, "reason");
});

Deno.test("scriptedAdapter() ignores the signal where a plan says so", async () => {
  const adapter = scriptedAdapter([{
    chunks: textChunks("Hi"),
    onAbort: "ignore",
  }]);
  const signal = AbortSignal.abort();

  const chunks = await Array.fromAsync(adapter.stream({ ...request, signal }));

  assertEquals(chunks, textChunks("Hi"));
});

Deno.test("scriptedAdapter() lists and resolves the models of its options", async () => {
  const model = { id: "m", name: "M", defaultMaxTokens: 5 };
  const adapter = scriptedAdapter(undefined, { models: [model] });

  const listed = await adapter.listModels("p");
  const known = await adapter.resolveModel("p", "m");
  const unknown = await adapter.resolveModel("p", "x");

  assertEquals(listed, [{ ...model, provider: "p" }]);
  assertEquals(known, { ...model, provider: "p" });
  assertEquals(unknown, { provider: "p", id: "x", name: "x" });
});

Deno.test("scriptedAdapter() tells the retry policy of its options", () => {
  const retryPolicy: ResolvedRetryPolicy = {
    mode: "always",
    initialDelayMs: 1,
    maxDelayMs: 1,
    jitterRatio: 0,
  };

  const adapter = scriptedAdapter(undefined, { retryPolicy });

  assertStrictEquals(adapter.providerRetryPolicy("p"), retryPolicy);
});
