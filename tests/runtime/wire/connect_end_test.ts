import { assertEquals, assertFalse, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { takeChunkSource } from "../../../runtime/chunk_source.ts";
import { connect, type ConnectState } from "../../../runtime/wire/connect.ts";
import { task } from "../_scripted_source.ts";
import { endOf, STOP, text, watchedSignal } from "../_stub_adapter.ts";
import {
  events,
  numbered,
  type ScriptedAnswer,
  scriptedFetch,
  status,
  URL_OF_ANSWER,
} from "./_scripted_fetch.ts";

const ONE = numbered([text("a")]);

/** Where a client may be when it has enough, and the reads it takes to get there. */
const MOMENTS: [what: string, script: ScriptedAnswer[], reads: number][] = [
  ["before it has asked", [events(ONE)], 0],
  ["while it waits for an answer", [() => new Promise(() => {})], 1],
  ["while it waits for a chunk", [events(ONE, { end: "hang" })], 2],
  ["between two reads", [events(ONE, { end: "hang" })], 1],
  ["before it asks again", [events(ONE), status(503)], 2],
];

for (const [what, script, reads] of MOMENTS) {
  Deno.test(`connect() stops the response when its signal aborts ${what}`, async () => {
    using time = new FakeTime();
    const { fetch, requests } = scriptedFetch(...script);
    const { signal, abort, listeners } = watchedSignal();
    const headers = { authorization: "Bearer t" };
    const states: ConnectState[] = [];
    const reader = connect(URL_OF_ANSWER, {
      fetch,
      signal,
      headers,
      onState: (state) => void states.push(state),
    }).getReader();
    let read: ReturnType<typeof reader.read> | undefined;
    for (let at = 0; at < reads; at++) {
      read = reader.read();
      await time.runMicrotasks();
    }

    abort(new Error("Enough"));
    let { value } = await (read ?? reader.read());
    if (value?.type !== "finish") ({ value } = await reader.read());

    assertEquals(endOf([value!]), "aborted ABORTED");
    assertStrictEquals((await reader.read()).done, true);
    const { method, url, keepalive } = requests.at(-1)!;
    assertEquals([method, url], ["DELETE", URL_OF_ANSWER]);
    assertStrictEquals(keepalive, true);
    assertStrictEquals(
      requests.at(-1)!.headers.get("authorization"),
      "Bearer t",
    );
    assertEquals(
      requests.filter(({ method }) => method === "DELETE").length,
      1,
    );
    assertEquals(states.filter((state) => state === "closed"), ["closed"]);
    assertStrictEquals(listeners(), 0);
    assertFalse(time.next());
  });

  Deno.test(`connect() only disconnects when it is cancelled ${what}`, async () => {
    using time = new FakeTime();
    const { fetch, requests } = scriptedFetch(...script);
    const { signal, abort, listeners } = watchedSignal();
    const reader = connect(URL_OF_ANSWER, { fetch, signal }).getReader();
    for (let at = 0; at < reads; at++) {
      reader.read();
      await time.runMicrotasks();
    }

    await reader.cancel();
    abort();
    await time.runMicrotasks();

    assertFalse(requests.some(({ method }) => method === "DELETE"));
    assertStrictEquals(listeners(), 0);
    assertFalse(time.next());
  });
}

for (const moment of ["connecting", "open", "waiting"] as const) {
  Deno.test(`connect() stops when its listener aborts at "${moment}"`, async () => {
    using time = new FakeTime();
    const { fetch, requests } = scriptedFetch(
      events(ONE),
      events("", { end: "hang" }),
    );
    const caller = new AbortController();

    const chunks = await Array.fromAsync(connect(URL_OF_ANSWER, {
      fetch,
      signal: caller.signal,
      onState: (state) => state === moment && caller.abort(),
    }));
    await time.runMicrotasks();

    const gets = requests.filter(({ method }) => method === "GET");
    assertEquals(endOf(chunks), "aborted ABORTED");
    assertStrictEquals(gets.length, moment === "connecting" ? 0 : 1);
    assertFalse(time.next());
  });
}

Deno.test("connect() never asks for a response under an aborted signal", async () => {
  const { fetch, requests } = scriptedFetch(events(ONE));
  const signal = AbortSignal.abort();

  const chunks = await Array.fromAsync(
    connect(URL_OF_ANSWER, { fetch, signal }),
  );

  assertEquals(chunks.length, 1);
  assertEquals(endOf(chunks), "aborted ABORTED");
  assertEquals(requests.map(({ method }) => method), ["DELETE"]);
});

Deno.test("connect() ends as aborted though the server cannot be told", async () => {
  const failing = [
    () => Promise.reject(new TypeError("Offline")),
    () => {
      throw new TypeError("Offline");
    },
    () => new Promise<Response>(() => {}),
  ];

  for (const fetch of failing) {
    const chunks = await Array.fromAsync(
      connect(URL_OF_ANSWER, { fetch, signal: AbortSignal.abort() }),
    );

    assertEquals(endOf(chunks), "aborted ABORTED");
  }
});

Deno.test("connect() lets go of what the server says to a stop", async () => {
  const cancelled = Promise.withResolvers<void>();
  const body = new ReadableStream({ cancel: () => cancelled.resolve() });
  const fetch = () => Promise.resolve(new Response(body));

  await Array.fromAsync(
    connect(URL_OF_ANSWER, { fetch, signal: AbortSignal.abort() }),
  );

  await cancelled.promise;
});

Deno.test("connect() lets go of an answer that comes after the end", async () => {
  const cancelled = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const { fetch } = scriptedFetch(() => answer.promise);
  const reader = connect(URL_OF_ANSWER, { fetch }).getReader();
  const read = reader.read();
  await task();

  await reader.cancel();
  const body = new ReadableStream({ cancel: () => cancelled.resolve() });
  answer.resolve(new Response(body));

  await cancelled.promise;
  assertStrictEquals((await read).done, true);
});

Deno.test("connect() settles a read that a cancel overtakes", async () => {
  const { fetch } = scriptedFetch(events("", { end: "hang" }));
  const source = takeChunkSource(connect(URL_OF_ANSWER, { fetch }));

  const read = source.read();
  await source.cancel(undefined);

  assertEquals(await read, { chunks: [], done: true });
});

Deno.test("connect() tells of no answer that comes as it ends", async () => {
  for (let microtasks = 0; microtasks < 20; microtasks++) {
    const states: ConnectState[] = [];
    const { fetch } = scriptedFetch(events("", { end: "hang" }));
    const caller = new AbortController();

    const chunks = await Array.fromAsync(connect(URL_OF_ANSWER, {
      async fetch(input, init) {
        const response = await fetch(input, init);
        let left = microtasks;
        const abort = () => left-- > 0 ? queueMicrotask(abort) : caller.abort();
        abort();
        return response;
      },
      signal: caller.signal,
      onState: (state) => void states.push(state),
    }));
    await task();

    assertEquals(endOf(chunks), "aborted ABORTED");
    assertStrictEquals(states.indexOf("closed"), states.length - 1);
  }
});

Deno.test("connect() aborts the request it has no more use for", async () => {
  const { fetch, requests } = scriptedFetch(() => new Promise(() => {}));
  const reader = connect(URL_OF_ANSWER, { fetch }).getReader();
  const read = reader.read();
  await task();

  await reader.cancel();

  assertStrictEquals((await read).done, true);
  assertStrictEquals(requests[0]!.signal.aborted, true);
});

Deno.test("connect() leaves no listener on the signal once it has ended", async () => {
  const { fetch, requests } = scriptedFetch(events(numbered([STOP])));
  const { signal, abort, listeners } = watchedSignal();

  const chunks = await Array.fromAsync(
    connect(URL_OF_ANSWER, { fetch, signal }),
  );
  abort();

  assertEquals(chunks, [STOP]);
  assertStrictEquals(listeners(), 0);
  assertStrictEquals(requests.length, 1);
});
