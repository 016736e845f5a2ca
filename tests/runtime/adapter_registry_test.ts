import {
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { LlmAdapter } from "../../runtime/adapter.ts";
import { createAdapterRegistry } from "../../runtime/adapter_registry.ts";
import { LlmError } from "../../runtime/error.ts";
import { resolveRetryPolicy } from "../../runtime/retry_policy.ts";
import { watchedSignal } from "./_stub_adapter.ts";
import { adapter, names, watched } from "./_watched_registry.ts";

/** An adapter that has a name for whatever route it is asked about. */
function willing(): LlmAdapter {
  return adapter({ providerInfo: (id) => ({ id, name: "Any" }) });
}

function codeOf(call: () => unknown): string {
  return assertThrows(call, LlmError).code;
}

Deno.test("register() serves every route and tells once, when it can be read", () => {
  const { registry, events } = watched();
  const own = adapter();

  registry.register(["b", "a"], own);

  assertStrictEquals(registry.get("a")?.adapter, own);
  assertStrictEquals(registry.get("b")?.adapter, own);
  assertEquals(events, [["b", "a"]]);
});

for (
  const [name, providers, code] of [
    ["an empty list", [], "INVALID_ADAPTER"],
    ["an empty name", ["a", ""], "INVALID_ADAPTER"],
    ["a name that is not a string", ["a", 1], "INVALID_ADAPTER"],
    ["a hole", new Array(1), "INVALID_ADAPTER"],
    ["a route twice", ["a", "b", "a"], "DUPLICATE_ADAPTER"],
    ["a taken route", ["a", "taken"], "DUPLICATE_ADAPTER"],
  ] as const
) {
  Deno.test(`register() refuses ${name} and changes nothing`, () => {
    const { registry, events } = watched();
    const signal = watchedSignal();
    registry.register(["taken"], adapter());

    const refusal = codeOf(() =>
      registry.register(providers as string[], willing(), {
        signal: signal.signal,
      })
    );

    assertStrictEquals(refusal, code);
    assertEquals(names(registry), ["taken"]);
    assertEquals(events.length, 1);
    assertStrictEquals(signal.listeners(), 0);
  });
}

for (
  const [name, methods] of Object.entries({
    "info of another type": { providerInfo: () => null as never },
    "another id": { providerInfo: () => ({ id: "z", name: "Z" }) },
    "an empty display name": { providerInfo: () => ({ id: "a", name: "" }) },
    "info that throws": {
      providerInfo() {
        throw new Error("info");
      },
    },
    "a policy of another type": { providerRetryPolicy: () => null as never },
    "a policy out of range": {
      providerRetryPolicy: () => ({
        ...resolveRetryPolicy(undefined, "retryPolicy"),
        maxDelayMs: -1,
      }),
    },
    "no stream method": { stream: undefined as never },
    "no prepareCall method": { prepareCall: 1 as never },
  })
) {
  Deno.test(`register() refuses ${name} as INVALID_ADAPTER`, () => {
    const { registry, events } = watched();

    const code = codeOf(() => registry.register(["a"], adapter(methods)));

    assertStrictEquals(code, "INVALID_ADAPTER");
    assertEquals(names(registry), []);
    assertEquals(events, []);
  });
}

Deno.test("register() tells what was wrong with the info as the cause", () => {
  const cause = new Error("info");
  const { registry } = watched();

  const error = assertThrows(
    () =>
      registry.register(
        ["a"],
        adapter({
          providerInfo() {
            throw cause;
          },
        }),
      ),
    LlmError,
  );

  assertStrictEquals(error.cause, cause);
});

const METHODS = {
  providerInfo() {},
  providerRetryPolicy() {},
  listModels() {},
  resolveModel() {},
  prepareCall() {},
};

for (
  const [value, path] of [
    [undefined, "adapter"],
    [null, "adapter"],
    [{}, "adapter.providerInfo"],
    [METHODS, "adapter.stream"],
  ] as const
) {
  Deno.test(`register() refuses ${JSON.stringify(value)} for an adapter and names ${path}`, () => {
    const { registry } = watched();

    const error = assertThrows(
      () => registry.register(["a"], value as never),
      LlmError,
      `"${path}" must be `,
    );

    assertStrictEquals(error.code, "INVALID_ADAPTER");
  });
}

Deno.test("register() refuses wrong arguments with a TypeError", () => {
  const { registry } = watched();

  assertThrows(
    () => registry.register("a" as never, adapter()),
    TypeError,
    "providers",
  );
  assertThrows(
    () => registry.register(["a"], adapter(), null as never),
    TypeError,
    "options",
  );
  assertThrows(
    () => registry.register(["a"], adapter(), { signal: 1 as never }),
    TypeError,
    "options.signal",
  );
});

Deno.test("register() captures the policy once, frozen, normal unless told", () => {
  let calls = 0;
  const { registry } = watched();
  const policy = { ...resolveRetryPolicy({ mode: "always" }, "retryPolicy") };

  registry.register(["a"], adapter());
  registry.register(
    ["b"],
    adapter({ providerRetryPolicy: () => (calls++, policy) }),
  );
  const first = registry.get("b")?.retryPolicy;

  assertEquals(
    registry.get("a")?.retryPolicy,
    resolveRetryPolicy(undefined, "retryPolicy"),
  );
  assertEquals(first, policy);
  assertNotStrictEquals<unknown>(first, policy);
  assertStrictEquals(Object.isFrozen(first), true);
  assertStrictEquals(registry.get("b")?.retryPolicy, first);
  assertStrictEquals(calls, 1);
});

Deno.test("register() keeps an adapter from taking its own route while it is asked", () => {
  const { registry } = watched();
  const inner = adapter();
  const outer = adapter({
    providerInfo(id) {
      registry.register([id], inner);
      return { id, name: id };
    },
  });

  const code = codeOf(() => registry.register(["a"], outer));

  assertStrictEquals(code, "DUPLICATE_ADAPTER");
  assertStrictEquals(registry.get("a")?.adapter, inner);
});

Deno.test("a disposer takes every route back and tells, once", () => {
  const { registry, events } = watched();
  registry.register(["z"], adapter());
  const dispose = registry.register(["a", "b"], adapter());

  dispose();
  dispose();
  dispose[Symbol.dispose]();

  assertEquals(names(registry), ["z"]);
  assertEquals(events, [["z"], ["z", "a", "b"], ["z"]]);
});

Deno.test("a route is free again once it was taken back", () => {
  const { registry } = watched();
  const next = adapter();
  registry.register(["a"], adapter())();

  registry.register(["a"], next);

  assertStrictEquals(registry.get("a")?.adapter, next);
});

Deno.test("a signal takes the registration back and is let go of", () => {
  const { registry, events } = watched();
  const first = watchedSignal();
  const second = watchedSignal();
  registry.register(["a"], adapter(), { signal: first.signal });
  const dispose = registry.register(["b"], adapter(), {
    signal: second.signal,
  });

  first.abort();
  dispose();
  second.abort();

  assertEquals(names(registry), []);
  assertEquals(events.length, 4);
  assertStrictEquals(first.listeners() + second.listeners(), 0);
});

Deno.test("an aborted signal makes for a disposed handle and no event", () => {
  const { registry, events } = watched();

  const dispose = registry.register(["a"], adapter(), {
    signal: AbortSignal.abort(),
  });
  dispose();

  assertEquals(names(registry), []);
  assertEquals(events, []);
  assertStrictEquals(
    codeOf(() => dispose.replace(["a"])),
    "REGISTRATION_DISPOSED",
  );
});

Deno.test("a signal that aborts as the change is told takes it back", () => {
  const controller = new AbortController();
  const registry = createAdapterRegistry(() => controller.abort());

  registry.register(["a"], adapter(), { signal: controller.signal });

  assertEquals(names(registry), []);
});

Deno.test("close() takes back what is registered, also as the change is told", () => {
  const registry = createAdapterRegistry(() => registry.close());

  const handle = registry.register(["a"], adapter());

  assertEquals(names(registry), []);
  assertStrictEquals(
    codeOf(() => handle.replace([])),
    "REGISTRATION_DISPOSED",
  );
});

Deno.test("a handle is a function with replace and Symbol.dispose", () => {
  const { registry } = watched();

  const handle = registry.register(["a"], adapter());

  assertInstanceOf(handle, Function);
  assertInstanceOf(handle.replace, Function);
  assertInstanceOf(handle[Symbol.dispose], Function);
});
