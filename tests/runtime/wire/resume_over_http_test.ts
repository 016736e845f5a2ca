// Responses over real connections, which break.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import fc from "../../fast_check.ts";
import { textOf } from "../../../message.ts";
import { assemble } from "../../../runtime/assemble.ts";
import { connect, type ConnectOptions } from "../../../runtime/wire/connect.ts";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import { respondResumed } from "../../../runtime/wire/respond_resumed.ts";
import { resumable } from "../../../runtime/wire/resumable.ts";
import type { ResumeStore } from "../../../runtime/wire/resume_store.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { endOf, pulled, STOP, streamOf, text } from "../_stub_adapter.ts";
import { cuttingProxy } from "./_cutting_proxy.ts";
import { gatedProvider } from "./_gated_provider.ts";
import { ID, isSign } from "./_keeping.ts";

const ANSWER = "Grüße, 世界 🌍!";
const CHUNKS = textChunks(ANSWER.match(/./gsu)!, { reasoning: "Hm" });

/** A store with an answer, for as long as time is turned. */
async function storeOfAnswer(): Promise<ResumeStore> {
  const store = memoryResumeStore();
  const options = { store, id: ID, retainMs: 2_147_483_647 };
  const { done } = await resumable(streamOf(CHUNKS), options);
  await done;
  return store;
}

/** A server with a way to the store. Ends with its scope. */
function serve(
  store: ResumeStore,
): AsyncDisposable & { url: string; port: number } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => respondResumed(request, { store, id: ID }),
  );
  const { port } = server.addr;
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Every connection is a new one: a cut is to hit one request. */
function client(): ConnectOptions & Disposable {
  const http = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return {
    fetch: (input, init) => fetch(input, { ...init, client: http }),
    [Symbol.dispose]: () => http.close(),
  };
}

/** Reads a response whose connections break, in no time. */
async function readCut(
  port: number,
  cuts: readonly number[],
): Promise<{ answer: string; requests: number }> {
  using time = new FakeTime();
  using options = client();
  await using proxy = cuttingProxy(port, cuts);
  let requests = 0;
  const assembler = await assemble(connect(proxy.url, {
    ...options,
    maxAttempts: 100,
    random: () => 0.5,
    onState(state) {
      if (state === "connecting") requests++;
      // The wait begins once this has returned.
      if (state === "waiting") Promise.resolve().then(() => time.tick(60_000));
    },
  }));
  return { answer: textOf(assembler.message()), requests };
}

/** Where to cut an answer: at the ends of its events, and within them. */
function cutsOf(answer: string): number[] {
  const cuts = new Set([0, 1, 20]);
  for (const { index } of answer.matchAll(/\n\n|\r\n\r\n/g)) {
    for (const at of [-30, -1, 0, 1, 2, 3, 10]) cuts.add(index + at);
  }
  return [...cuts].filter((cut) => cut >= 0 && cut < answer.length);
}

Deno.test("connect() reads the whole response through a cut anywhere", async () => {
  const store = await storeOfAnswer();
  await using server = serve(store);
  const uncut = cuttingProxy(server.port);
  {
    using options = client();
    await assemble(connect(uncut.url, options));
  }
  await uncut[Symbol.asyncDispose]();
  // One character a byte.
  const bytes = String.fromCharCode(...uncut.answers[0]!);
  const cuts = cutsOf(bytes);
  // What follows the last event says no more than that it was the last.
  const whole = bytes.lastIndexOf("\n\n") + "\n\n".length;

  for (const cut of cuts) {
    const { answer, requests } = await readCut(server.port, [cut]);

    assertStrictEquals(answer, ANSWER, `cut after ${cut} bytes`);
    const expected = cut < whole ? 2 : 1;
    assertStrictEquals(requests, expected, `cut after ${cut} bytes`);
  }
  assert(cuts.length > 5 * CHUNKS.length);
});

Deno.test("connect() reads the whole response through any sequence of cuts", async () => {
  const store = await storeOfAnswer();
  await using server = serve(store);
  const sequences = fc.array(fc.integer({ min: 0, max: 1_200 }), {
    minLength: 1,
    maxLength: 8,
  });

  await fc.assert(
    fc.asyncProperty(sequences, async (cuts) => {
      const { answer } = await readCut(server.port, cuts);

      assertStrictEquals(answer, ANSWER);
    }),
    { numRuns: 30 },
  );
});

Deno.test("connect() reads on at another server when the first has gone", async () => {
  using time = new FakeTime();
  using options = client();
  const store = memoryResumeStore();
  const provider = gatedProvider();
  const { done } = await resumable(provider.stream, { store, id: ID });
  const first = serve(store);
  await using second = serve(store);
  let requests = 0;
  const breaking = new AbortController();
  const reader = connect(first.url, {
    // A balancer that sends whoever comes back to the second server.
    fetch: (_, init) =>
      requests++ === 0
        ? options.fetch!(first.url, {
          ...init,
          signal: AbortSignal.any([init!.signal!, breaking.signal]),
        })
        : options.fetch!(second.url, init),
    onState(state) {
      if (state === "waiting") Promise.resolve().then(() => time.tick(1_000));
    },
  }).getReader();

  provider.give(text("a"));
  const a = await reader.read();
  breaking.abort();
  await first[Symbol.asyncDispose]();
  provider.give(text("b"));
  const b = await reader.read();
  provider.give(STOP);
  const c = await reader.read();
  await done;

  assertEquals([a.value, b.value, c.value], [text("a"), text("b"), STOP]);
  assertStrictEquals((await reader.read()).done, true);
  assertStrictEquals(requests, 2);
});

Deno.test("connect() delivers a chunk to two readers before the next is made", async () => {
  using options = client();
  const store = memoryResumeStore();
  const provider = gatedProvider();
  const { done } = await resumable(provider.stream, { store, id: ID });
  await using one = serve(store);
  await using two = serve(store);

  const first = connect(one.url, options).getReader();
  provider.give(text("a"));
  const early = (await first.read()).value;
  const second = connect(two.url, options).getReader();
  const late = (await second.read()).value;
  provider.give(STOP);
  const ends = [(await first.read()).value, (await second.read()).value];
  await done;
  await Promise.all([first.read(), second.read()]);

  assertEquals([early, late], [text("a"), text("a")]);
  assertEquals(ends, [STOP, STOP]);
});

Deno.test("connect() stops the provider on another machine when its signal aborts", async () => {
  using options = client();
  const store = memoryResumeStore();
  const stopped = Promise.withResolvers<void>();
  const stream = pulled({ cancel: () => stopped.resolve() });
  const { done } = await resumable(stream, { store, id: ID });
  await using server = serve(store);
  const told = Promise.withResolvers<void>();
  const caller = new AbortController();
  const chunks = Array.fromAsync(connect(server.url, {
    async fetch(input, init) {
      const response = await options.fetch!(input, init);
      if (init?.method === "DELETE") told.resolve();
      return response;
    },
    signal: caller.signal,
    onState: (state) => state === "open" && caller.abort(),
  }));

  await stopped.promise;
  await Promise.all([done, told.promise]);

  assertEquals(endOf(await chunks), "aborted ABORTED");
});

Deno.test("respondResumed() notices a client that goes away, and the call outlives it", async () => {
  using options = client();
  const left = Promise.withResolvers<void>();
  const memory = memoryResumeStore();
  const signs: string[] = [];
  const store: ResumeStore = {
    ...memory,
    append(log, entries, options) {
      if (isSign(log, entries)) signs.push(log);
      // One when the client comes, one when it leaves.
      if (signs.length === 2) left.resolve();
      return memory.append(log, entries, options);
    },
  };
  const provider = gatedProvider();
  const { done } = await resumable(provider.stream, { store, id: ID });
  await using server = serve(store);
  const reader = connect(server.url, options).getReader();
  provider.give(text("a"));
  await reader.read();

  await reader.cancel();
  await left.promise;
  provider.give(STOP);
  await done;

  const chunks = await Array.fromAsync(connect(server.url, options));
  assertEquals(chunks, [text("a"), STOP]);
});
