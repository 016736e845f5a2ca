import { assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat, ORIGIN, questionOf } from "../open_chat.ts";

const KB = 1024;
const JSON_TYPE = { "content-type": "application/json" };

Deno.test("createEdgeChat() reads no more of a body than is allowed", async () => {
  const chat = openChat(mockDeepSeek());
  let sent = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 64 * KB;
      controller.enqueue(new Uint8Array(64 * KB).fill(32));
    },
    cancel: () => void (cancelled = true),
  }, { highWaterMark: 0 });

  const { status } = await chat.ask("/chat", {
    method: "POST",
    headers: JSON_TYPE,
    body,
  });

  assertEquals(status, 413);
  assertEquals(sent, 5 * 64 * KB);
  assertEquals(cancelled, true);
});

Deno.test("createEdgeChat() believes a body that says it is too long", async () => {
  const chat = openChat(mockDeepSeek());
  let sent = 0;
  const body = new ReadableStream({ pull: () => void sent++ }, {
    highWaterMark: 0,
  });

  const { status } = await chat.ask("/chat", {
    method: "POST",
    headers: { ...JSON_TYPE, "content-length": "262145" },
    body,
  });

  assertEquals(status, 413);
  assertEquals(sent, 0);
});

Deno.test("createEdgeChat() refuses a body that is no UTF-8 with 400", async () => {
  const chat = openChat(mockDeepSeek());

  const response = await chat.ask("/chat", {
    method: "POST",
    headers: JSON_TYPE,
    body: new Uint8Array([0x22, 0xff, 0x22]),
  });

  assertEquals(await response.json(), {
    title: "Cannot serve request: its body must be whole, and UTF-8",
    status: 400,
  });
});

Deno.test("createEdgeChat() refuses a body that breaks off with 400", async () => {
  const chat = openChat(mockDeepSeek());
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error("reset")),
  });

  const { status } = await chat.ask("/chat", {
    method: "POST",
    headers: JSON_TYPE,
    body,
  });

  assertEquals(status, 400);
});

Deno.test("createEdgeChat() waits 30 s for a body, and no longer", async () => {
  using time = new FakeTime();
  const provider = mockDeepSeek();
  const chat = openChat(provider);
  let cancelled = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    cancel: () => void (cancelled = true),
  });

  let early = true;
  const pending = chat.ask("/chat", {
    method: "POST",
    headers: JSON_TYPE,
    body,
  }).then((response) => ({ response, early }));
  await time.tickAsync(29_999);
  early = false;
  await time.tickAsync(1);
  const answer = await pending;

  assertEquals(answer.early, false);
  assertEquals(await answer.response.json(), {
    title: "Cannot serve request: its body must be here within 30 s",
    status: 408,
  });
  assertEquals(answer.response.status, 408);
  assertEquals(answer.response.headers.get("connection"), "close");
  assertEquals(cancelled, true);
  assertEquals(provider.requests, []);
  assertFalse(time.next());
});

Deno.test("createEdgeChat() refuses a late body where a cancel rejects its read", async () => {
  using time = new FakeTime();
  const chat = openChat(mockDeepSeek());
  const { promise, reject } = Promise.withResolvers<never>();
  const reader = {
    read: () => promise,
    cancel: () => Promise.resolve(reject(new Error("cancelled"))),
  };
  const request = {
    url: `${ORIGIN}/chat`,
    method: "POST",
    headers: new Headers(JSON_TYPE),
    body: { getReader: () => reader },
  };

  const pending = chat.send(request as unknown as Request);
  await time.tickAsync(30_000);

  const { status } = await pending;
  assertEquals(status, 408);
  assertFalse(time.next());
});

Deno.test("createEdgeChat() waits for nothing once a body is here", async () => {
  using time = new FakeTime();
  const chat = openChat(mockDeepSeek([{ text: "Hello" }]));

  const { status } = await chat.post({ messages: [] });

  assertEquals(status, 400);
  assertFalse(time.next());
});

Deno.test("createEdgeChat() takes a body in any pieces", async () => {
  const provider = mockDeepSeek([{ text: "Hello" }]);
  const chat = openChat(provider);
  const bytes = new TextEncoder().encode(
    JSON.stringify(questionOf("Žluťoučký 🐎")),
  );

  const response = await chat.ask("/chat", {
    method: "POST",
    headers: JSON_TYPE,
    body: ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte))),
  });

  await chat.over();
  const [{ messages } = { messages: [] }] = provider.requests.map(({ body }) =>
    body as { messages: { content: string }[] }
  );
  assertEquals(response.status, 201);
  assertEquals(messages.at(-1)?.content, "Žluťoučký 🐎");
});
