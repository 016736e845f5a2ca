import {
  assertEquals,
  assertFalse,
  assertNotStrictEquals,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import type { LlmConfigurableProvider } from "../../runtime/configurable_provider.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { STOP, streamOf, stubAdapter, watchedSignal } from "./_stub_adapter.ts";
import { entry, names, refusal, watched } from "./_directory.ts";

Deno.test("registerConfigurableProviders() lists entries in order and tells once, when it can be read", () => {
  const { runtime, events } = watched();

  runtime.registerConfigurableProviders([entry("b"), entry("a")]);
  runtime.registerConfigurableProviders([entry("c")]);

  assertEquals(runtime.listConfigurableProviders(), [
    entry("b"),
    entry("a"),
    entry("c"),
  ]);
  assertEquals(events, [["b", "a"], ["b", "a", "c"]]);
});

Deno.test("registerConfigurableProviders() makes no route of an entry", () => {
  const runtime = new LlmRuntime();

  runtime.registerConfigurableProviders([entry("a")]);

  assertEquals(runtime.listProviders(), []);
});

const INVALID: readonly [string, unknown, string][] = [
  ["no list", "a", '"entries"'],
  ["an empty list", [], '"entries"'],
  ["a hole", new Array(1), '"entries[0]"'],
  ["null", [entry("a"), null], '"entries[1]"'],
  ["a string", ["a"], '"entries[0]"'],
  ["an empty provider", [entry("")], '"entries[0].provider"'],
  ["no display name", [
    entry("a", { displayName: undefined as never }),
  ], '"entries[0].displayName"'],
  ["an empty namespace", [
    entry("a", { settingsNs: "" }),
  ], '"entries[0].settingsNs"'],
  ["a path that is not a list", [
    entry("a", { settingsPath: "x" as never }),
  ], '"entries[0].settingsPath"'],
  ["a path of numbers", [
    entry("a", { settingsPath: [1 as never] }),
  ], '"entries[0].settingsPath[0]"'],
  ["a path with a hole", [
    entry("a", { settingsPath: new Array(1) }),
  ], '"entries[0].settingsPath[0]"'],
  ["a declared that is not a boolean", [
    entry("a", { declared: 1 as never }),
  ], '"entries[0].declared"'],
];

for (const [name, entries, path] of INVALID) {
  Deno.test(`registerConfigurableProviders() refuses ${name} as INVALID_DIRECTORY`, () => {
    const { runtime, events } = watched();
    const signal = watchedSignal();

    const error = refusal(() =>
      runtime.registerConfigurableProviders(
        entries as LlmConfigurableProvider[],
        { signal: signal.signal },
      )
    );

    assertStrictEquals(error.code, "INVALID_DIRECTORY");
    assertStringIncludes(error.message, path);
    assertEquals(names(runtime), []);
    assertEquals(events, []);
    assertStrictEquals(signal.listeners(), 0);
  });

  if (name === "an empty list") continue;
  Deno.test(`replace() of a directory refuses ${name} as INVALID_DIRECTORY and changes nothing`, () => {
    const { runtime, events } = watched();
    const handle = runtime.registerConfigurableProviders([entry("own")]);

    const error = refusal(() => handle.replace(entries as never));

    assertStrictEquals(error.code, "INVALID_DIRECTORY");
    assertEquals(names(runtime), ["own"]);
    assertEquals(events.length, 1);
  });
}

for (
  const [name, entries] of Object.entries({
    "a taken route": [entry("a"), entry("taken")],
    "a route named twice": [entry("a"), entry("b"), entry("a")],
  })
) {
  Deno.test(`registerConfigurableProviders() refuses ${name} as DUPLICATE_DIRECTORY and changes nothing`, () => {
    const { runtime, events } = watched();
    runtime.registerConfigurableProviders([entry("taken")]);

    const { code } = refusal(() =>
      runtime.registerConfigurableProviders(entries)
    );

    assertStrictEquals(code, "DUPLICATE_DIRECTORY");
    assertEquals(names(runtime), ["taken"]);
    assertEquals(events.length, 1);
  });

  Deno.test(`replace() of a directory refuses ${name} as DUPLICATE_DIRECTORY and changes nothing`, () => {
    const { runtime, events } = watched();
    runtime.registerConfigurableProviders([entry("taken")]);
    const handle = runtime.registerConfigurableProviders([entry("own")]);

    const { code } = refusal(() => handle.replace(entries));

    assertStrictEquals(code, "DUPLICATE_DIRECTORY");
    assertEquals(names(runtime), ["taken", "own"]);
    assertEquals(events.length, 2);
  });
}

Deno.test("registerConfigurableProviders() takes a route an adapter serves", () => {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["a"], stubAdapter(() => streamOf([STOP])));

  runtime.registerConfigurableProviders([entry("a")]);

  assertEquals(names(runtime), ["a"]);
});

Deno.test("listConfigurableProviders() keeps an absent declared absent, and a told one", () => {
  const runtime = new LlmRuntime();
  runtime.registerConfigurableProviders([
    entry("a"),
    entry("b", { declared: undefined }),
    entry("c", { declared: false }),
    entry("d", { declared: true }),
  ]);

  const list = runtime.listConfigurableProviders();

  assertFalse("declared" in list[0]!);
  assertFalse("declared" in list[1]!);
  assertStrictEquals(list[2]?.declared, false);
  assertStrictEquals(list[3]?.declared, true);
});

Deno.test("listConfigurableProviders() hands out fresh copies that may be changed", () => {
  const runtime = new LlmRuntime();
  runtime.registerConfigurableProviders([entry("a")]);

  const list = runtime.listConfigurableProviders();
  list[0]!.displayName = "changed";
  (list[0]!.settingsPath as string[]).push("changed");
  list.pop();

  assertEquals(runtime.listConfigurableProviders(), [entry("a")]);
});

Deno.test("registerConfigurableProviders() shares nothing with the entries it was given", () => {
  const runtime = new LlmRuntime();
  const own = entry("a");
  const path = own.settingsPath as string[];
  runtime.registerConfigurableProviders([own]);

  own.displayName = "changed";
  path.push("changed");

  const [listed] = runtime.listConfigurableProviders();
  assertNotStrictEquals(listed, own);
  assertEquals(listed, entry("a"));
});
