import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type MockDeepSeek,
  mockDeepSeek,
  type MockReplyScript,
} from "../../testing/mod.ts";
import { ask, completion, drained, join, payloadsOf, textOf } from "./ask.ts";

Deno.test("mockDeepSeek() greets without a script", async () => {
  const mock = mockDeepSeek();

  const payloads = await payloadsOf(await ask(mock));

  assertEquals(payloads.at(-1), "[DONE]");
  const chunks = payloads.slice(0, -1).map((payload) => JSON.parse(payload));
  assertEquals(chunks[0].choices[0].delta, {
    role: "assistant",
    content: null,
    reasoning_content: "",
  });
  assertEquals(join(chunks, "content"), "Hello! How can I help you today?");
});

Deno.test("mockDeepSeek() plays its script and repeats the last reply", async () => {
  const mock = mockDeepSeek([{ text: "1" }, { text: "2" }]);

  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await textOf(await ask(mock)));

  assertEquals(answers, ["1", "2", "2"]);
});

Deno.test("mockDeepSeek() continues with what is pushed", async () => {
  const mock = mockDeepSeek([{ text: "1" }]);
  const before = [await textOf(await ask(mock)), await textOf(await ask(mock))];

  mock.push({ text: "2" }, { text: "3" });

  const after = [await textOf(await ask(mock)), await textOf(await ask(mock))];
  assertEquals(before, ["1", "1"]);
  assertEquals(after, ["2", "3"]);
});

Deno.test("mockDeepSeek() asks a function of the script with the request", async () => {
  const mock = mockDeepSeek([
    ({ body }) => ({ text: (body as { model: string }).model }),
  ]);

  const answer = await textOf(await ask(mock, { body: { model: "m2" } }));

  assertEquals(answer, "m2");
});

Deno.test("mockDeepSeek() fails a fetch when a function of the script throws", async () => {
  const mock = mockDeepSeek([() => {
    throw new TypeError("connection refused");
  }]);

  await assertRejects(() => ask(mock), TypeError, "connection refused");
});

Deno.test("mockDeepSeek() refuses an empty script", () => {
  assertThrows(
    () => mockDeepSeek([]),
    RangeError,
    'Cannot mock DeepSeek: "replies" must not be empty',
  );
});

Deno.test("mockDeepSeek() sends trace id, status and headers of its own", async () => {
  const mock = mockDeepSeek([{
    status: 429,
    headers: { "retry-after": "3", "x-request-id": "r1" },
    body: { error: { message: "slow down" } },
  }]);

  const { status, headers } = await drained(await ask(mock));

  assertEquals(status, 429);
  assertEquals(headers.get("retry-after"), "3");
  assertEquals(headers.get("x-request-id"), "r1");
  assertEquals(headers.get("x-ds-trace-id"), "mock-trace-1");
});

const BODIES: [name: string, script: MockReplyScript, type: string][] = [
  ["a value", { body: { a: 1 } }, "application/json"],
  ["a page", { body: "<html></html>", status: 502 }, "text/html"],
  ["text with an error status", { body: "no", status: 500 }, "text/plain"],
  ["text", { body: "data: x\n\n" }, "text/event-stream"],
  ["bytes", { body: new Uint8Array([0xff]) }, "text/event-stream"],
  ["a type of its own", {
    body: "hi",
    headers: { "content-type": "text/x" },
  }, "text/x"],
];

for (const [name, script, type] of BODIES) {
  Deno.test(`mockDeepSeek() gives ${name} the type ${type}`, async () => {
    const mock = mockDeepSeek([script]);

    const { headers } = await drained(await ask(mock));

    assertEquals(headers.get("content-type"), type);
  });
}

Deno.test("mockDeepSeek() sends a raw body unchanged, one event a read", async () => {
  const events = ["data: 1\n\n", ": c\r\n\r\n", "data: cut"];
  const mock = mockDeepSeek([{ body: events.join("") }]);

  const response = await ask(mock);

  const reads = await Array.fromAsync(response.body!);
  assertEquals(reads.map((read) => new TextDecoder().decode(read)), events);
});

Deno.test("mockDeepSeek() answers a status without body", async () => {
  const mock = mockDeepSeek([{ status: 204 }]);

  const response = await ask(mock);

  assertEquals(response.status, 204);
  assertEquals(response.body, null);
});

Deno.test("mockDeepSeek() records every request", async () => {
  const mock = mockDeepSeek();

  await drained(await ask(mock, { body: { seed: 1 }, path: "/v1" }));

  const [request] = mock.requests;
  assertEquals(request?.method, "POST");
  assertEquals(request?.path, "/v1/chat/completions");
  assertEquals(request?.headers.get("authorization"), "Bearer sk-test");
  assertEquals((request?.body as { seed: number }).seed, 1);
});

Deno.test("mockDeepSeek() records the reason of a cancelled body", async () => {
  const mock = mockDeepSeek();
  const response = await ask(mock);

  await response.body!.cancel("enough");

  assertEquals(mock.cancels, ["enough"]);
});

Deno.test("mockDeepSeek() stops a stalled body when the signal aborts", async () => {
  const abort = new AbortController();
  const mock = mockDeepSeek([{ text: "Hi", end: "stall" }]);
  const response = await ask(mock, { signal: abort.signal });
  const pending = response.text().catch((error) => error);

  abort.abort("stop");

  assertEquals(await pending, "stop");
  assertEquals(mock.cancels, ["stop"]);
});

Deno.test("mockDeepSeek() delays its headers by the global clock", async () => {
  using time = new FakeTime();
  const mock = mockDeepSeek([{ text: "Hi", headersDelayMs: 50 }]);
  const epoch = Date.now();
  const pending = ask(mock).then(drained).then(() => Date.now() - epoch);
  // Reading the request takes a few turns before the wait begins.
  for (let i = 0; i < 20; i++) await time.tickAsync(0);

  time.next();

  assertEquals(await pending, 50);
  assertEquals(time.next(), false);
});

Deno.test("mockDeepSeek() fails on a delay no timer keeps", async () => {
  const mock = mockDeepSeek([{ headersDelayMs: -1 }]);

  await assertRejects(() => ask(mock), RangeError, '"headersDelayMs"');
});

Deno.test("mockDeepSeek() never answers with an infinite delay, until aborted", async () => {
  const abort = new AbortController();
  const mock = mockDeepSeek([{ headersDelayMs: Infinity }]);
  const pending = ask(mock, { signal: abort.signal }).catch((error) => error);

  abort.abort("stop");

  assertEquals(await pending, "stop");
});

Deno.test("mockDeepSeek() serves real connections", async () => {
  const mock = mockDeepSeek([{ text: "over the wire" }]);
  await using server = serve(mock);

  const response = await fetch(server.url, completion());

  assertEquals(await textOf(response), "over the wire");
});

Deno.test("mockDeepSeek() breaks a real connection on a reset", async () => {
  const resetError = "a reset on purpose"; // The server logs it.
  const mock = mockDeepSeek([{ end: "reset", resetError }]);
  await using server = serve(mock);

  const response = await fetch(server.url, completion());

  const error = await response.text().catch((error) => error);
  assertEquals(error instanceof TypeError, true);
});

Deno.test("mockDeepSeek() stops a stalled body when a real client leaves", async () => {
  const mock = mockDeepSeek([{ text: "Hi", end: "stall" }]);
  const server = serve(mock);
  const response = await fetch(server.url, completion());
  const reader = response.body!.getReader();
  await reader.read();

  await reader.cancel();

  // Settles when every response has ended, the stalled one too.
  await server[Symbol.asyncDispose]();
  assertEquals(mock.cancels.length, 1);
});

function serve(mock: MockDeepSeek): AsyncDisposable & { url: string } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    mock,
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/chat/completions`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
