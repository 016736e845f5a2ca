import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { LlmDiagnostic } from "../../runtime/adapter.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import {
  counting,
  EVENTS,
  provoke,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
  watchedSignal,
} from "./_stub_adapter.ts";

const ADAPTER = stubAdapter(() => streamOf([STOP]), {
  providerInfo: (id) => ({ id, name: id.toUpperCase() }),
});

Deno.test("registerAdapter() serves calls to each of its routes", async () => {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["a", "b"], ADAPTER);

  for (const provider of ["a", "b"]) {
    const stream = runtime.stream({ ...REQUEST, provider });

    assertEquals(await Array.fromAsync(stream), [STOP]);
  }
});

Deno.test("listProviders() lists in the order of registration", () => {
  const runtime = new LlmRuntime();
  assertEquals(runtime.listProviders(), []);

  runtime.registerAdapter(["b", "a"], ADAPTER);
  runtime.registerAdapter(["c"], ADAPTER);

  assertEquals(runtime.listProviders(), [
    { id: "b", name: "B" },
    { id: "a", name: "A" },
    { id: "c", name: "C" },
  ]);
});

Deno.test("listProviders() hands out fresh copies that may be changed", () => {
  const runtime = runtimeOf(ADAPTER);

  const list = runtime.listProviders();
  list[0]!.name = "changed";
  list.pop();

  assertEquals(runtime.listProviders(), [{ id: "p", name: "P" }]);
});

Deno.test("stream() returns a fresh object for each call", () => {
  const runtime = runtimeOf(ADAPTER);

  assertNotStrictEquals(runtime.stream(REQUEST), runtime.stream(REQUEST));
});

Deno.test("stream() refuses a wrong request at the call", () => {
  const runtime = runtimeOf(ADAPTER);

  assertThrows(
    () => runtime.stream({ ...REQUEST, maxTokens: 0 }),
    RangeError,
    '"options.maxTokens"',
  );
});

Deno.test("stream() goes by the request as it was when next() was called", async () => {
  const runtime = runtimeOf(ADAPTER);
  const request = { ...REQUEST, provider: "nobody" };
  runtime.on("llm/stream", (options, next) => {
    options.provider = "p";
    const stream = next();
    options.provider = "nobody";
    return stream;
  });

  assertEquals(await Array.fromAsync(runtime.stream(request)), [STOP]);
});

for (const event of EVENTS) {
  Deno.test(`on("${event}") listens until it is disposed`, async () => {
    const runtime = new LlmRuntime();
    const { listener, calls } = counting();
    const dispose = runtime.on(event, listener);

    await provoke(runtime);
    assertStrictEquals(calls(), 1);
    dispose();
    dispose[Symbol.dispose]();
    runtime.registerAdapter(["other"], ADAPTER);
    await Array.fromAsync(runtime.stream({ ...REQUEST, provider: "any" }));

    assertStrictEquals(calls(), 1);
  });

  Deno.test(`on("${event}") listens until its signal aborts`, async () => {
    const runtime = new LlmRuntime();
    const watched = watchedSignal();
    const { listener, calls } = counting();
    runtime.on(event, listener, { signal: watched.signal });

    watched.abort();
    await provoke(runtime);

    assertStrictEquals(calls(), 0);
    assertStrictEquals(watched.listeners(), 0);
  });

  Deno.test(`on("${event}") never listens under an aborted signal`, async () => {
    const runtime = new LlmRuntime();
    const { listener, calls } = counting();

    const dispose = runtime.on(event, listener, {
      signal: AbortSignal.abort(),
    });
    await provoke(runtime);
    dispose();

    assertStrictEquals(calls(), 0);
  });

  Deno.test(`on("${event}") takes one function twice`, async () => {
    const runtime = new LlmRuntime();
    const { listener, calls } = counting();
    const dispose = runtime.on(event, listener);
    runtime.on(event, listener);

    dispose();
    await provoke(runtime);

    assertStrictEquals(calls(), 1);
  });

  for (const listener of [undefined, null, {}, "listener"]) {
    Deno.test(`on("${event}") refuses ${JSON.stringify(listener)}`, () => {
      assertThrows(
        () => new LlmRuntime().on(event, listener as never),
        TypeError,
        `Cannot listen to "${event}": "listener" must be a function`,
      );
    });
  }
}

Deno.test("on() refuses an event that does not exist", () => {
  assertThrows(
    () => new LlmRuntime().on("llm/none" as never, (() => {}) as never),
    TypeError,
    'Cannot listen to "llm/none"',
  );
});

Deno.test("on() refuses a transformer for other events than calls", () => {
  assertThrows(
    () =>
      new LlmRuntime().on(
        "llm/diagnostic",
        { transformer: () => undefined } as never,
      ),
    TypeError,
  );
});

Deno.test('on("llm/adapters-updated") hears of each change once it can be read', () => {
  const runtime = new LlmRuntime();
  const seen: string[][] = [];
  runtime.on("llm/adapters-updated", () => {
    seen.push(runtime.listProviders().map(({ id }) => id));
  });

  const handle = runtime.registerAdapter(["a"], ADAPTER);
  handle.replace(["b"]);
  handle();

  assertEquals(seen, [["a"], ["b"], []]);
});

for (
  const [name, fail] of Object.entries({
    "throws": (error: Error) => {
      throw error;
    },
    "rejects": (error: Error) => Promise.reject(error),
  })
) {
  Deno.test(`a listener of "llm/adapters-updated" that ${name} is contained and told`, async () => {
    const error = new Error("listener");
    const runtime = new LlmRuntime();
    const heard: LlmDiagnostic[] = [];
    const { listener, calls } = counting();
    runtime.on("llm/diagnostic", (diagnostic) => heard.push(diagnostic));
    runtime.on("llm/adapters-updated", () => fail(error));
    runtime.on("llm/adapters-updated", listener);

    runtime.registerAdapter(["a"], ADAPTER);
    for (let k = 0; k < 5; k++) await Promise.resolve();

    assertStrictEquals(calls(), 1);
    assertEquals(runtime.listProviders().length, 1);
    assertEquals(heard.length, 1);
    assertStrictEquals(heard[0]?.code, "LISTENER_FAILED");
    assertStrictEquals(heard[0]?.error, error);
  });
}
