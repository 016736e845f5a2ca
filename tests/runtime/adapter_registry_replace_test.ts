import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { resolveRetryPolicy } from "../../runtime/retry_policy.ts";
import { adapter, names, watched } from "./_watched_registry.ts";

function codeOf(call: () => unknown): string {
  return assertThrows(call, LlmError).code;
}

Deno.test("replace() swaps in one step, last, with one event", () => {
  const { registry, events } = watched();
  const handle = registry.register(["a", "b"], adapter());
  registry.register(["z"], adapter());

  handle.replace(["b", "c"]);

  assertEquals(names(registry), ["z", "b", "c"]);
  assertEquals(events.slice(2), [["z", "b", "c"]]);
});

Deno.test("replace() takes no route at all, and others after that", () => {
  const { registry, events } = watched();
  const handle = registry.register(["a"], adapter());

  handle.replace([]);
  handle.replace(["b"]);
  handle();

  assertEquals(events, [["a"], [], ["b"], []]);
});

Deno.test("replace() captures policies and infos anew", () => {
  let version = 0;
  const { registry } = watched();
  const handle = registry.register(
    ["a"],
    adapter({
      providerInfo: (id) => ({ id, name: `v${++version}` }),
      providerRetryPolicy: () =>
        resolveRetryPolicy({ mode: "normal", maxRetries: version }, "policy"),
    }),
  );
  const before = registry.get("a");

  handle.replace(["a"]);

  assertEquals([before?.info.name, before?.retryPolicy], [
    "v1",
    resolveRetryPolicy({ mode: "normal", maxRetries: 1 }, "policy"),
  ]);
  assertEquals([registry.get("a")?.info.name, registry.get("a")?.retryPolicy], [
    "v2",
    resolveRetryPolicy({ mode: "normal", maxRetries: 2 }, "policy"),
  ]);
});

for (
  const [name, providers, code] of [
    ["an empty name", ["c", ""], "INVALID_ADAPTER"],
    ["a route twice", ["c", "c"], "DUPLICATE_ADAPTER"],
    ["a taken route", ["c", "taken"], "DUPLICATE_ADAPTER"],
  ] as const
) {
  Deno.test(`replace() refuses ${name} and changes nothing`, () => {
    const { registry, events } = watched();
    registry.register(["taken"], adapter());
    const handle = registry.register(["a"], adapter());

    const refusal = codeOf(() => handle.replace(providers));

    assertStrictEquals(refusal, code);
    assertEquals(names(registry), ["taken", "a"]);
    assertEquals(events.length, 2);
  });
}

Deno.test("replace() refuses what is no array with a TypeError", () => {
  const { registry } = watched();
  const handle = registry.register(["a"], adapter());

  assertThrows(() => handle.replace("b" as never), TypeError, "providers");
  assertEquals(names(registry), ["a"]);
});

Deno.test("replace() refuses once the registration was taken back", () => {
  const { registry, events } = watched();
  const handle = registry.register(["a"], adapter());
  handle();

  const code = codeOf(() => handle.replace([""]));

  assertStrictEquals(code, "REGISTRATION_DISPOSED");
  assertEquals(events.length, 2);
});

Deno.test("replace() refuses if the adapter takes the registration back meanwhile", () => {
  const { registry } = watched();
  let dispose = () => {};
  const handle = registry.register(
    ["a"],
    adapter({
      providerInfo(id) {
        dispose();
        return { id, name: id };
      },
    }),
  );
  dispose = handle;

  const code = codeOf(() => handle.replace(["b"]));

  assertStrictEquals(code, "REGISTRATION_DISPOSED");
  assertEquals(names(registry), []);
});
