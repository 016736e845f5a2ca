import { assertEquals, assertRejects } from "@std/assert";
import { limitReaders } from "../../../../examples/edge_chat/server/limit_readers.ts";
import { assemble, textOf } from "../../../../mod.ts";
import { fromResponse } from "../../../../runtime/wire/mod.ts";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat } from "../open_chat.ts";

const { signal } = new AbortController();
const ONE = { id: "one", signal };

/** A response that goes on until its controller ends it. */
function openBody(): {
  response: Response;
  controller: ReadableStreamDefaultController<Uint8Array>;
  cancels: unknown[];
} {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const cancels: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    start: (own) => void (controller = own),
    cancel: (reason) => void cancels.push(reason),
  });
  return { response: new Response(body, { status: 201 }), controller, cancels };
}

/** Whether one more may read. */
async function hasRoom(
  enter: ReturnType<typeof limitReaders>,
): Promise<boolean> {
  return await enter(ONE, () => Promise.resolve(new Response())) !== undefined;
}

Deno.test("limitReaders() lets in as many readers as may be", async () => {
  const enter = limitReaders(2);

  const responses = [
    await enter(ONE, () => Promise.resolve(openBody().response)),
    await enter(ONE, () => Promise.resolve(openBody().response)),
    await enter(ONE, () => Promise.resolve(openBody().response)),
  ];

  assertEquals(responses.map((one) => one?.status), [201, 201, undefined]);
});

Deno.test("limitReaders() counts the readers of each answer by themselves", async () => {
  const enter = limitReaders(1);
  await enter(ONE, () => Promise.resolve(openBody().response));

  const other = await enter(
    { id: "other", signal },
    () => Promise.resolve(openBody().response),
  );

  assertEquals(other?.status, 201);
});

Deno.test("limitReaders() passes a body on, and makes room when it ends", async () => {
  const enter = limitReaders(1);
  const { response, controller } = openBody();
  const entered = await enter(ONE, () => Promise.resolve(response));
  controller.enqueue(new TextEncoder().encode("Hello"));
  controller.close();

  const text = await entered?.text();

  assertEquals(text, "Hello");
  assertEquals(await hasRoom(enter), true);
});

Deno.test("limitReaders() makes room when a body fails", async () => {
  const enter = limitReaders(1);
  const { response, controller } = openBody();
  const entered = await enter(ONE, () => Promise.resolve(response));
  controller.error(new Error("lost"));

  await assertRejects(async () => await entered?.text(), Error, "lost");

  assertEquals(await hasRoom(enter), true);
});

Deno.test("limitReaders() cancels a body, and makes room, when its reader does", async () => {
  const enter = limitReaders(1);
  const { response, cancels } = openBody();
  const entered = await enter(ONE, () => Promise.resolve(response));

  await entered?.body?.cancel("gone");

  assertEquals(cancels, ["gone"]);
  assertEquals(await hasRoom(enter), true);
});

Deno.test("limitReaders() makes room when a client is known to have gone", async () => {
  const enter = limitReaders(2);
  const leaving = new AbortController();
  const reader = { id: "one", signal: leaving.signal };
  const { response } = openBody();
  await enter(ONE, () => Promise.resolve(openBody().response));
  const entered = await enter(reader, () => Promise.resolve(response));

  leaving.abort();

  assertEquals(await hasRoom(enter), true);
  // It leaves once, in however many ways it is told.
  await entered?.body?.cancel();
  await enter(ONE, () => Promise.resolve(openBody().response));
  assertEquals(await hasRoom(enter), false);
});

Deno.test("limitReaders() keeps no room for a client that has gone already", async () => {
  const enter = limitReaders(1);
  const leaving = new AbortController();

  await enter({ id: "one", signal: leaving.signal }, () => {
    leaving.abort();
    return Promise.resolve(openBody().response);
  });

  assertEquals(await hasRoom(enter), true);
});

Deno.test("limitReaders() keeps no room for a response that fails, refuses, or has no body", async () => {
  const enter = limitReaders(1);
  const refusal = new Response("no", { status: 404 });

  await assertRejects(() => enter(ONE, () => Promise.reject(new Error("no"))));
  const refused = await enter(ONE, () => Promise.resolve(refusal));
  await enter(ONE, () => Promise.resolve(new Response(null, { status: 204 })));

  assertEquals(refused, refusal);
  assertEquals(await hasRoom(enter), true);
});

Deno.test("createEdgeChat() lets 16 connections read an answer, and no more", async () => {
  const chat = openChat(
    mockDeepSeek([{ text: "Hello", cutAfterEvents: 2, end: "stall" }]),
  );
  const path = await chat.begin("Hi");
  const responses: Response[] = [];
  for (let k = 0; k < 16; k++) responses.push(await chat.ask(path));

  const refused = await chat.ask(path);

  await responses[0]?.body?.cancel();
  const next = await chat.ask(path);
  const stopped = await chat.ask(path, { method: "DELETE" });
  assertEquals(stopped.status, 204);
  await chat.over();
  assertEquals(await refused.json(), {
    title: "Cannot serve request: as many connections read the answer as may",
    status: 429,
  });
  assertEquals(refused.headers.get("retry-after"), "5");
  assertEquals(next.status, 200);
  for (const response of [...responses.slice(1), next]) {
    const answer = await assemble(fromResponse(response));
    assertEquals(textOf(answer.message()), "Hello");
  }
});
