import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import {
  respondResumed,
  type RespondResumedOptions,
} from "../../../runtime/wire/respond_resumed.ts";
import { pulled, STOP, streamOf } from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";
import {
  ask,
  EVENTS,
  ID,
  keep,
  request,
  storeOfThree,
  storeWith,
} from "./_keeping.ts";

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

Deno.test("respondResumed() asks no store for a position beyond exact numbers", async () => {
  const positions: number[] = [];
  const store = storeWith(({ read }) => ({
    read(log, after, options) {
      positions.push(after);
      return read(log, after, options);
    },
  }));
  await (await keep(streamOf([STOP]), { store })).done;
  const headers = { "last-event-id": "9".repeat(400) };

  const response = await respondResumed(request({ headers }), {
    store,
    id: ID,
  });
  await response.body!.cancel();

  assertStrictEquals(response.status, 400);
  assertEquals(positions.filter((at) => !Number.isSafeInteger(at)), []);
});

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

for (
  const [what, id] of [["no name", ""], ["too long a name", "a".repeat(513)]]
) {
  Deno.test(`respondResumed() finds no response of ${what}, and asks no store`, async () => {
    const store = storeWith(() => ({
      read: () => Promise.reject(new Error("Asked")),
    }));

    const response = await respondResumed(request(), { store, id: id! });

    assertStrictEquals(response.status, 404);
    await response.body!.cancel();
  });
}

for (
  const [what, init] of [
    ["a refusal", { method: "PUT" }],
    ["a stop", { method: "DELETE" }],
    ["nothing", { headers: { "last-event-id": "3" } }],
  ] as const
) {
  Deno.test(`respondResumed() lets no cache keep ${what}`, async () => {
    const store = await storeOfThree();

    const response = await respondResumed(request(init), { store, id: ID });
    await response.body?.cancel();

    assertStrictEquals(response.headers.get("cache-control"), "no-store");
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

for (
  const [what, options, type] of [
    ["no store", { store: {} }, TypeError],
    ["no id", { id: null }, TypeError],
    ["a signal that is none", { signal: {} }, TypeError],
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
