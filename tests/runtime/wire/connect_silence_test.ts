import { assertEquals, assertFalse, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { connect } from "../../../runtime/wire/connect.ts";
import { failureIn, STOP, text } from "../_stub_adapter.ts";
import {
  events,
  numbered,
  scriptedFetch,
  URL_OF_ANSWER,
} from "./_scripted_fetch.ts";

const CHUNKS = [text("a"), text("b"), STOP];
const ALL = numbered(CHUNKS);

Deno.test("connect() takes a silent connection for lost", async () => {
  using time = new FakeTime();
  const server = scriptedFetch(
    () => new Promise<Response>(() => {}),
    events(numbered([text("a")]), { end: "hang" }),
    events(numbered(CHUNKS.slice(1), 2)),
  );
  const { fetch } = server;
  const chunks = Array.fromAsync(
    connect(URL_OF_ANSWER, { fetch, random: () => 0.5 }),
  );

  await time.tickAsync(59_999);
  const before = server.requests.length;
  await time.tickAsync(1);
  await time.tickAsync(500);
  await time.tickAsync(60_000);
  await time.tickAsync(500);

  assertStrictEquals(before, 1);
  assertEquals(await chunks, CHUNKS);
  assertEquals(server.received(), [null, null, "1"]);
  assertFalse(time.next());
});

Deno.test("connect() ends as timed out where all is silence", async () => {
  using time = new FakeTime();
  const server = scriptedFetch(events("", { end: "hang" }));
  const chunks = Array.fromAsync(
    connect(URL_OF_ANSWER, {
      fetch: server.fetch,
      maxAttempts: 1,
      idleTimeoutMs: 1_000,
    }),
  );

  await time.tickAsync(1_000);

  assertEquals(failureIn(await chunks), {
    message: "Cannot read response: nothing came for 1000 ms",
    code: "TIMEOUT",
  });
  assertFalse(time.next());
});

/** An answer that is written as the test goes. */
function written(): { answer: Response; send: (text: string) => void } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { "content-type": "text/event-stream" };
  return {
    answer: new Response(readable, { headers }),
    send: (text) => {
      writer.write(new TextEncoder().encode(text)).catch(() => {});
    },
  };
}

Deno.test("connect() takes keep-alives for a sign of life", async () => {
  using time = new FakeTime();
  const { answer, send } = written();
  const server = scriptedFetch(() => answer);
  const chunks = Array.fromAsync(
    connect(URL_OF_ANSWER, { fetch: server.fetch }),
  );

  for (let at = 0; at < 20; at++) {
    await time.tickAsync(50_000);
    send(": keep-alive\n\n");
  }
  send(ALL);

  assertEquals(await chunks, CHUNKS);
  assertStrictEquals(server.requests.length, 1);
  assertFalse(time.next());
});

Deno.test("connect() notices the silence that follows a keep-alive", async () => {
  using time = new FakeTime();
  const server = scriptedFetch(
    events(": keep-alive\n\n", { end: "hang" }),
    events(ALL),
  );
  const chunks = Array.fromAsync(
    connect(URL_OF_ANSWER, { fetch: server.fetch, random: () => 0.5 }),
  );

  await time.tickAsync(60_000);
  await time.tickAsync(500);

  assertEquals(await chunks, CHUNKS);
  assertStrictEquals(server.requests.length, 2);
  assertFalse(time.next());
});

Deno.test("connect() never takes a slow consumer for silence", async () => {
  using time = new FakeTime();
  const { answer, send } = written();
  const server = scriptedFetch(() => answer);
  const reader = connect(URL_OF_ANSWER, { fetch: server.fetch }).getReader();

  send(numbered([text("a")]));
  const first = await reader.read();
  for (let at = 0; at < 100; at++) await time.tickAsync(50_000);
  send(numbered([STOP], 2));
  const second = await reader.read();

  assertEquals([first.value, second.value], [text("a"), STOP]);
  assertStrictEquals(server.requests.length, 1);
  assertFalse(time.next());
});
