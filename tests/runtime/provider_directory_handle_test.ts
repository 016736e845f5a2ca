// How a registration in the directory ends and is replaced, and what is heard of it.
import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import type { LlmDiagnostic } from "../../runtime/adapter.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { watchedSignal } from "./_stub_adapter.ts";
import { entry, names, refusal, watched } from "./_directory.ts";

Deno.test("replace() of a directory swaps in one step, last, with one event", () => {
  const { runtime, events } = watched();
  const handle = runtime.registerConfigurableProviders([
    entry("a"),
    entry("b"),
  ]);
  runtime.registerConfigurableProviders([entry("z")]);

  handle.replace([entry("b", { displayName: "New" }), entry("c")]);

  assertEquals(events.slice(2), [["z", "b", "c"]]);
  assertStrictEquals(
    runtime.listConfigurableProviders()[1]?.displayName,
    "New",
  );
});

Deno.test("replace() of a directory takes no entry at all, and others after that", () => {
  const { runtime, events } = watched();
  const handle = runtime.registerConfigurableProviders([entry("a")]);

  handle.replace([]);
  handle.replace([entry("b")]);
  handle();

  assertEquals(events, [["a"], [], ["b"], []]);
});

Deno.test("replace() of a directory refuses as REGISTRATION_DISPOSED once it was taken back", () => {
  const { runtime, events } = watched();
  const handle = runtime.registerConfigurableProviders([entry("a")]);
  handle();

  const { code } = refusal(() => handle.replace("none" as never));

  assertStrictEquals(code, "REGISTRATION_DISPOSED");
  assertEquals(names(runtime), []);
  assertEquals(events.length, 2);
});

Deno.test("a directory is taken back once, and tells of it", () => {
  const { runtime, events } = watched();
  const handle = runtime.registerConfigurableProviders([entry("a")]);

  handle();
  handle();
  handle[Symbol.dispose]();

  assertEquals(events, [["a"], []]);
});

Deno.test("a directory is taken back when its signal aborts", () => {
  const { runtime, events } = watched();
  const signal = watchedSignal();
  runtime.registerConfigurableProviders([entry("a")], {
    signal: signal.signal,
  });

  signal.abort();

  assertEquals(events, [["a"], []]);
  assertStrictEquals(signal.listeners(), 0);
});

Deno.test("registerConfigurableProviders() registers nothing under an aborted signal", () => {
  const { runtime, events } = watched();

  const handle = runtime.registerConfigurableProviders([entry("a")], {
    signal: AbortSignal.abort(),
  });
  handle();

  assertEquals(names(runtime), []);
  assertEquals(events, []);
  assertStrictEquals(
    refusal(() => handle.replace([entry("b")])).code,
    "REGISTRATION_DISPOSED",
  );
});

Deno.test("registerConfigurableProviders() refuses wrong options with a TypeError", () => {
  const runtime = new LlmRuntime();

  assertThrows(
    () =>
      runtime.registerConfigurableProviders([entry("a")], {
        signal: 1 as never,
      }),
    TypeError,
    "options.signal",
  );
});

Deno.test("a listener that fails at a change of the directory stops neither it nor other listeners", () => {
  const error = new Error("listener");
  const runtime = new LlmRuntime();
  const heard: LlmDiagnostic[] = [];
  let calls = 0;
  runtime.on("llm/diagnostic", (diagnostic) => heard.push(diagnostic));
  runtime.on("llm/adapters-updated", () => {
    throw error;
  });
  runtime.on("llm/adapters-updated", () => calls++);

  const handle = runtime.registerConfigurableProviders([entry("a")]);
  handle.replace([entry("b")]);
  handle();

  assertStrictEquals(calls, 3);
  assertEquals(heard.map((diagnostic) => diagnostic.error), [
    error,
    error,
    error,
  ]);
});

Deno.test("a listener may take a directory back at the very change that made it", () => {
  const { runtime, events } = watched();
  const controller = new AbortController();
  runtime.on("llm/adapters-updated", () => controller.abort());

  const handle = runtime.registerConfigurableProviders([entry("a")], {
    signal: controller.signal,
  });

  assertEquals(names(runtime), []);
  assertEquals(events, [["a"], []]);
  assertStrictEquals(
    refusal(() => handle.replace([entry("b")])).code,
    "REGISTRATION_DISPOSED",
  );
});

Deno.test("close() takes the directory back and tells of it", () => {
  const { runtime, events } = watched();
  runtime.registerConfigurableProviders([entry("a")]);

  runtime.close();

  assertEquals(names(runtime), []);
  assertEquals(events, [["a"], []]);
});
