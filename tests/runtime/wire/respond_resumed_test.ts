import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import {
  respondResumed,
  type RespondResumedOptions,
} from "../../../runtime/wire/respond_resumed.ts";
import type { ResumeStore } from "../../../runtime/wire/resume_store.ts";
import { pulled, STOP, streamOf, text } from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";
import { ask, ID, keep, storeWith, URL_OF_ANSWER } from "./_keeping.ts";

const EVENTS = [
  'id: 1\ndata: {"type":"text-delta","index":0,"text":"a"}\n\n',
  'id: 2\ndata: {"type":"text-delta","index":0,"text":"b"}\n\n',
  'id: 3\ndata: {"type":"finish","reason":{"kind":"stop"}}\n\n',
];

/** A store with a response of three chunks. */
async function storeOfThree(): Promise<ResumeStore> {
  const { store, done } = await keep(streamOf([text("a"), text("b"), STOP]));
  await done;
  return store;
}

function request(init: RequestInit = {}, query: string = ""): Request {
  return new Request(URL_OF_ANSWER + query, init);
}

Deno.test("respondResumed() numbers the events of a response", async () => {
  const store = await storeOfThree();

  const response = await ask(store);

  assertStrictEquals(response.status, 200);
  assertStrictEquals(await response.text(), EVENTS.join(""));
});

Deno.test("respondResumed() sends the headers of a stream, and the caller's", async () => {
  const store = await storeOfThree();
  const headers = { "access-control-allow-origin": "*" };

  const response = await respondResumed(request(), { store, id: ID, headers });
  await response.body!.cancel();

  assertEquals(Object.fromEntries(response.headers), {
    "access-control-allow-origin": "*",
    "cache-control": "no-cache, no-transform",
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
});

const RECEIVED: [what: string, Request, from: number][] = [
  ["the header", request({ headers: { "last-event-id": "1" } }), 1],
  ["the query", request({}, "?lastEventId=2"), 2],
  [
    "the header rather than the query",
    request({ headers: { "last-event-id": "1" } }, "?lastEventId=2"),
    1,
  ],
  [
    "nothing where the header is empty",
    request({ headers: { "last-event-id": "" } }),
    0,
  ],
  ["nothing where the query is empty", request({}, "?lastEventId="), 0],
  [
    "nothing where the id is 0",
    request({ headers: { "last-event-id": "0" } }),
    0,
  ],
];

for (const [what, request, from] of RECEIVED) {
  Deno.test(`respondResumed() goes on after what is named by ${what}`, async () => {
    const store = await storeOfThree();

    const response = await respondResumed(request, { store, id: ID });

    assertStrictEquals(await response.text(), EVENTS.slice(from).join(""));
  });
}

for (
  const id of [
    "4",
    "5",
    "100",
    "-1",
    "1.5",
    "1e0",
    "0x1",
    "one",
    "9007199254740993",
    "99999999999999999999",
  ]
) {
  Deno.test(`respondResumed() refuses the last event id ${id}`, async () => {
    const store = await storeOfThree();
    const headers = { "last-event-id": id };

    const response = await respondResumed(request({ headers }), {
      store,
      id: ID,
    });

    assertStrictEquals(response.status, 400);
    assertStrictEquals(
      response.headers.get("content-type"),
      "application/problem+json",
    );
    assertEquals(await response.json(), {
      title: "Cannot resume response: it has no event of that id",
      status: 400,
    });
  });
}

Deno.test("respondResumed() refuses the id of an event still to come", async () => {
  const provider = gatedProvider();
  const { store, stop, done } = await keep(provider.stream);

  const response = await ask(store, { received: 1 });
  stop();
  await done;

  assertStrictEquals(response.status, 400);
  await response.body!.cancel();
});

Deno.test("respondResumed() has nothing for a client that has the finish", async () => {
  const store = await storeOfThree();

  const response = await ask(store, { received: 3 });

  assertStrictEquals(response.status, 204);
  assertStrictEquals(response.body, null);
});

for (const method of ["GET", "DELETE"]) {
  Deno.test(`respondResumed() finds no response of an unknown name for ${method}`, async () => {
    const response = await ask(memoryResumeStore(), { method });

    assertStrictEquals(response.status, 404);
    assertEquals(await response.json(), {
      title: "Cannot resume response: there is none of that name",
      status: 404,
    });
  });
}

for (const method of ["POST", "PUT", "HEAD", "OPTIONS"]) {
  Deno.test(`respondResumed() refuses ${method}`, async () => {
    const store = await storeOfThree();

    const response = await ask(store, { method });

    assertStrictEquals(response.status, 405);
    assertStrictEquals(response.headers.get("allow"), "GET, DELETE");
    await response.body?.cancel();
  });
}

Deno.test("respondResumed() stops the call for DELETE", async () => {
  let stopped = false;
  const stream = pulled({ cancel: () => void (stopped = true) });
  const { store, done } = await keep(stream);

  const response = await ask(store, { method: "DELETE" });
  await done;

  assertStrictEquals(response.status, 204);
  assertStrictEquals(stopped, true);
});

Deno.test("respondResumed() leaves a response alone that has ended before DELETE", async () => {
  const store = await storeOfThree();

  const { status } = await ask(store, { method: "DELETE" });

  assertStrictEquals(status, 204);
  assertStrictEquals(await (await ask(store)).text(), EVENTS.join(""));
});

for (
  const [what, init, status] of [
    ["a refusal", { headers: { "last-event-id": "9" } }, 400],
    ["a stop", { method: "DELETE" }, 204],
    ["nothing", { headers: { "last-event-id": "3" } }, 204],
  ] as const
) {
  Deno.test(`respondResumed() sends the caller's headers with ${what}`, async () => {
    const store = await storeOfThree();
    const headers = { "access-control-allow-origin": "*" };

    const response = await respondResumed(request(init), {
      store,
      id: ID,
      headers,
    });
    await response.body?.cancel();

    assertStrictEquals(response.status, status);
    assertStrictEquals(
      response.headers.get("access-control-allow-origin"),
      "*",
    );
  });
}

Deno.test("respondResumed() keeps a silent response alive", async () => {
  using time = new FakeTime();
  const { store, stop, done } = await keep(pulled({}));
  const { body } = await respondResumed(request(), { store, id: ID });
  const reader = body!.getReader();

  const read = reader.read();
  await time.tickAsync(15_000);
  const { value } = await read;
  stop();
  await done;
  await reader.cancel();

  assertStrictEquals(new TextDecoder().decode(value), ": keep-alive\n\n");
  assertFalse(time.next());
});

Deno.test("respondResumed() stops reading the store when its client goes away", async () => {
  using time = new FakeTime();
  const signals: AbortSignal[] = [];
  const store = storeWith(({ read }) => ({
    read(log, after, options) {
      if (log.startsWith("response/")) signals.push(options.signal);
      return read(log, after, options);
    },
  }));
  const { stop, done } = await keep(pulled({}), { store });
  const { body } = await ask(store);
  const reader = body!.getReader();

  const read = reader.read();
  await time.runMicrotasks();
  await reader.cancel();
  stop();
  await done;

  assertStrictEquals((await read).done, true);
  assertStrictEquals(signals.at(-1)!.aborted, true);
  assertFalse(time.next());
});

Deno.test("respondResumed() lets go when the signal of its request aborts", async () => {
  using time = new FakeTime();
  const { store, stop, done } = await keep(pulled({}));
  const client = new AbortController();
  const response = await respondResumed(request({ signal: client.signal }), {
    store,
    id: ID,
  });

  const text = response.text();
  text.catch(() => {});
  client.abort(new Error("Client is gone"));
  stop();
  await done;

  await assertRejects(() => text, Error, "Client is gone");
  assertFalse(time.next());
});

Deno.test("respondResumed() fails the body with what the store fails with", async () => {
  using time = new FakeTime();
  const error = new Error("Store is down");
  let failing = false;
  const store = storeWith(({ read }) => ({
    read: (log, ...rest) =>
      failing && log.startsWith("response/")
        ? Promise.reject(error)
        : read(log, ...rest),
  }));
  const { stop, done } = await keep(pulled({}), { store });
  const response = await ask(store);

  failing = true;
  const thrown = await assertRejects(() => response.text());
  stop();
  await done;

  assertStrictEquals(thrown, error);
  assertFalse(time.next());
});

Deno.test("respondResumed() rejects with what the store fails with", async () => {
  const error = new Error("Store is down");
  const store = storeWith(() => ({ read: () => Promise.reject(error) }));

  const thrown = await assertRejects(() => ask(store));

  assertStrictEquals(thrown, error);
});

Deno.test("respondResumed() serves on though the store takes no sign of a reader", async () => {
  const { store, done } = await keep(streamOf([text("a"), text("b"), STOP]));
  await done;
  const silent = { ...store, append: () => Promise.reject(new Error("Full")) };

  const response = await ask(silent);

  assertStrictEquals(await response.text(), EVENTS.join(""));
});

Deno.test("respondResumed() reads a long response piece by piece", async () => {
  const chunks = [...Array.from({ length: 1_000 }, () => text("a")), STOP];
  const limits: number[] = [];
  const store = storeWith(({ read }) => ({
    read(log, after, options) {
      if (log.startsWith("response/")) limits.push(options.limit);
      return read(log, after, options);
    },
  }));
  const { done } = await keep(streamOf(chunks), { store });
  await done;
  limits.length = 0;

  const body = await (await ask(store)).text();

  assertStrictEquals(body.split("\n\n").length, 1_002);
  assertEquals(limits, [2, 256, 256, 256, 256]);
});

for (
  const [what, options, type] of [
    ["no store", { store: {} }, TypeError],
    ["no id", { id: "" }, TypeError],
    ["no time of silence", { keepAliveMs: 0 }, RangeError],
    ["a header of its own", { headers: { "content-type": "a/b" } }, TypeError],
  ] as const
) {
  const [key = ""] = Object.keys(options);

  Deno.test(`respondResumed() refuses ${what}`, async () => {
    const right = { store: memoryResumeStore(), id: ID };

    await assertRejects(
      () =>
        respondResumed(
          request(),
          { ...right, ...options } as unknown as RespondResumedOptions,
        ),
      type,
      `"options.${key}" must be`,
    );
  });
}
