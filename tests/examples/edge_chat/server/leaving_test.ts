import { assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat, questionOf } from "../open_chat.ts";

const GRACE_MS = 30_000;
const STALLED = { text: "Hello", cutAfterEvents: 2, end: "stall" } as const;

Deno.test("createEdgeChat() ends the call of an answer that nobody comes for, and gives its place back", async () => {
  using time = new FakeTime();
  const provider = mockDeepSeek([STALLED]);
  const chat = openChat({ fetch: provider.fetch, env: { MAX_CALLS: "1" } });
  await chat.begin("Hi");

  await time.tickAsync(GRACE_MS);

  await chat.over();
  assertEquals(provider.cancels.length, 1);
  assertEquals((await chat.post(questionOf("Hi"))).status, 201);
  await time.tickAsync(GRACE_MS);
  await chat.over();
  assertFalse(time.next());
});

Deno.test("createEdgeChat() goes on for who reads, however long nothing comes", async () => {
  using time = new FakeTime();
  const provider = mockDeepSeek([STALLED]);
  const chat = openChat(provider);
  const path = await chat.begin("Hi");
  const response = await chat.ask(path);

  await time.tickAsync(3 * GRACE_MS);

  assertEquals(provider.cancels, []);
  await response.body?.cancel();
  await time.tickAsync(GRACE_MS);
  await chat.over();
  assertEquals(provider.cancels.length, 1);
  assertFalse(time.next());
});

Deno.test("createEdgeChat() ends the call when its reader is known to have gone", async () => {
  using time = new FakeTime();
  const provider = mockDeepSeek([STALLED]);
  const chat = openChat(provider);
  const path = await chat.begin("Hi");
  const leaving = new AbortController();
  // In workerd nobody cancels the body.
  await chat.ask(path, { signal: leaving.signal });

  leaving.abort();
  await time.tickAsync(GRACE_MS);

  await chat.over();
  assertEquals(provider.cancels.length, 1);
  assertFalse(time.next());
});

Deno.test("createEdgeChat() keeps an answer for as long as it is told", async () => {
  using time = new FakeTime();
  const { fetch } = mockDeepSeek([{ text: "Hello" }]);
  const chat = openChat({ fetch, retainMs: 1_000 });
  const path = await chat.begin("Hi");
  await chat.over();

  const early = await chat.ask(path);
  await early.body?.cancel();
  await time.tickAsync(1_000);
  const late = await chat.ask(path);

  await late.body?.cancel();
  assertEquals([early.status, late.status], [200, 404]);
  assertFalse(time.next());
});
