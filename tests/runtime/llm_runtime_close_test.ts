// What closing a runtime ends, and what it leaves alone.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type { LlmError } from "../../runtime/error.ts";
import { llmErrorOf } from "../../runtime/call_record.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { see } from "./_scripted_source.ts";
import {
  counting,
  endOf,
  EVENTS,
  provoke,
  pulled,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
  text,
  watchedSignal,
} from "./_stub_adapter.ts";

const ADAPTER = stubAdapter(() => streamOf([STOP]));

Deno.test("close() takes back every registration and tells of it", () => {
  const runtime = runtimeOf(ADAPTER);
  const { listener, calls } = counting();
  runtime.on("llm/adapters-updated", listener);

  runtime.close();

  assertEquals(runtime.listProviders(), []);
  assertStrictEquals(calls(), 1);
});

for (const event of EVENTS) {
  Deno.test(`close() takes back listeners of "${event}"`, async () => {
    const runtime = new LlmRuntime();
    const { listener, calls } = counting();
    runtime.on(event, listener);

    runtime.close();
    await provoke(runtime);

    assertStrictEquals(calls(), 0);
  });
}

Deno.test("close() lets go of the signals of listeners and registrations", () => {
  const runtime = new LlmRuntime();
  const watched = watchedSignal();
  const { signal } = watched;
  runtime.registerAdapter(["p"], ADAPTER, { signal });
  for (const event of EVENTS) {
    runtime.on(event, counting().listener, { signal });
  }

  runtime.close();

  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("close() may be called again", () => {
  const runtime = runtimeOf(ADAPTER);

  runtime.close();
  runtime.close();

  assertEquals(runtime.listProviders(), []);
});

Deno.test("close() ends a call that nobody has read from in ABORTED", async () => {
  const runtime = runtimeOf(ADAPTER);
  const stream = runtime.stream(REQUEST);

  runtime.close();
  const chunks = await Array.fromAsync(stream);

  assertEquals(endOf(chunks), "aborted ABORTED");
  // The runtime's own: no adapter has thrown anything.
  assertStrictEquals(llmErrorOf(stream), undefined);
});

Deno.test("close() ends a call that nobody has read from, whatever is registered anew", async () => {
  const runtime = runtimeOf(ADAPTER);
  const stream = runtime.stream(REQUEST);

  runtime.close();
  runtime.registerAdapter(["p"], ADAPTER);

  assertEquals(endOf(await Array.fromAsync(stream)), "aborted ABORTED");
});

Deno.test("close() leaves no route to a call that begins after it", async () => {
  const runtime = runtimeOf(ADAPTER);

  runtime.close();
  const chunks = await Array.fromAsync(runtime.stream(REQUEST));

  assertEquals(endOf(chunks), "error NO_ADAPTER");
});

Deno.test("close() leaves alone what is registered and called after it", async () => {
  const runtime = runtimeOf(ADAPTER);

  runtime.close();
  runtime.registerAdapter(["p"], ADAPTER);

  assertEquals(await Array.fromAsync(runtime.stream(REQUEST)), [STOP]);
});

Deno.test("close() leaves a listener behind that has not answered", async () => {
  const runtime = runtimeOf(ADAPTER);
  runtime.on("llm/stream", () => new Promise(() => {}));
  const stream = runtime.stream(REQUEST);
  const seeing = see(stream);

  runtime.close();
  const { end } = await seeing;

  assertStrictEquals(
    end !== "close" && (end.error as LlmError).code,
    "ABORTED",
  );
});

for (
  const [what, register] of Object.entries({
    "an adapter": (runtime: LlmRuntime) =>
      runtime.registerAdapter(["late"], ADAPTER),
    "a directory entry": (runtime: LlmRuntime) =>
      runtime.registerConfigurableProviders([{
        provider: "late",
        displayName: "Late",
        settingsNs: "late",
        settingsPath: [],
      }]),
    "a listener": (runtime: LlmRuntime) =>
      runtime.on("llm/adapters-updated", () => {}),
  })
) {
  Deno.test(`close() takes back ${what} that a listener registers meanwhile`, () => {
    const runtime = runtimeOf(ADAPTER);
    const taken: string[] = [];
    const { signal, listeners } = watchedSignal();
    let registered = false;
    runtime.on("llm/adapters-updated", () => {
      if (registered) return;
      registered = true;
      register(runtime);
      runtime.on("llm/adapters-updated", () => taken.push("heard"), { signal });
    });

    runtime.close();
    taken.length = 0;
    const lists = [
      runtime.listProviders(),
      runtime.listConfigurableProviders(),
    ];
    runtime.registerAdapter(["next"], ADAPTER);

    assertStrictEquals(registered, true);
    assertEquals(lists, [[], []]);
    assertEquals(taken, []);
    assertStrictEquals(listeners(), 0);
  });
}

Deno.test("close() takes back a discovery that a listener registers meanwhile", () => {
  const runtime = runtimeOf(ADAPTER);
  runtime.on("llm/adapters-updated", () => {
    runtime.registerModelDiscovery("late", () => Promise.resolve([]));
  });

  runtime.close();

  // Would be refused as a duplicate if the first were still there.
  runtime.registerModelDiscovery("late", () => Promise.resolve([]));
  assertEquals(runtime.listProviders(), []);
});

Deno.test("close() ends a call that a listener starts meanwhile", async () => {
  const runtime = runtimeOf(ADAPTER);
  runtime.registerAdapter(
    ["endless"],
    stubAdapter(() =>
      pulled({ pull: (controller) => controller.enqueue(text("a")) })
    ),
  );
  const seen: Promise<unknown[]>[] = [];
  runtime.on("llm/adapters-updated", () => {
    if (seen.length > 0) return;
    const request = { ...REQUEST, provider: "endless" };
    seen.push(Array.fromAsync(runtime.stream(request)));
  });

  runtime.close();
  const [chunks] = await Promise.all(seen);

  assertEquals(endOf(chunks as never), "aborted ABORTED");
});

Deno.test("close() cancels an answer with the error that everything else ends in", async () => {
  let reason: unknown;
  const runtime = runtimeOf(stubAdapter(() =>
    pulled({
      pull: () => new Promise(() => {}),
      cancel: (why) => void (reason = why),
    })
  ));
  const reading = runtime.stream(REQUEST).getReader().read();
  for (let k = 0; k < 10; k++) await Promise.resolve();
  const asked = runtime.prepareCall(REQUEST).then(
    () => undefined,
    (error) => error,
  );

  runtime.close();

  await reading;
  assertStrictEquals((reason as LlmError).code, "ABORTED");
  assertStrictEquals(await asked, reason);
});
