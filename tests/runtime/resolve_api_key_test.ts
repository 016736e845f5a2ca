import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { type ApiKey, resolveApiKey } from "../../runtime/resolve_api_key.ts";

const of = "DeepSeek";

Deno.test("resolveApiKey() returns a configured key", async () => {
  assertEquals(await resolveApiKey("sk-1", of), "sk-1");
});

Deno.test("resolveApiKey() drops the space around a key", async () => {
  assertEquals(await resolveApiKey("\t sk-1 \r\n", of), "sk-1");
});

Deno.test("resolveApiKey() asks a function at each call", async () => {
  let calls = 0;
  const apiKey = () => `sk-${++calls}`;

  const keys = [
    await resolveApiKey(apiKey, of),
    await resolveApiKey(apiKey, of),
  ];

  assertEquals(keys, ["sk-1", "sk-2"]);
});

Deno.test("resolveApiKey() awaits a function that returns a promise", async () => {
  const apiKey = () => Promise.resolve(" sk-1 ");

  assertEquals(await resolveApiKey(apiKey, of), "sk-1");
});

Deno.test("resolveApiKey() hands the signal of the call to a function", async () => {
  const { signal } = new AbortController();
  let given: AbortSignal | undefined;
  const apiKey = (signal?: AbortSignal) => {
    given = signal;
    return "sk-1";
  };

  await resolveApiKey(apiKey, of, { signal });

  assertStrictEquals(given, signal);
});

const MISSING: [what: string, value: unknown][] = [
  ["no key", undefined],
  ["an empty key", ""],
  ["a blank key", " \t\r\n"],
  ["a function that returns nothing", () => undefined],
  ["a function that returns null", () => null],
  ["a function that resolves to a blank key", () => Promise.resolve(" ")],
];

for (const [what, value] of MISSING) {
  Deno.test(`resolveApiKey() refuses ${what} as MISSING_CREDENTIAL`, async () => {
    const error = await assertRejects(
      () => resolveApiKey(value as ApiKey, of),
      LlmError,
    );

    assertEquals(error.code, "MISSING_CREDENTIAL");
    assertStringIncludes(error.message, 'Cannot call DeepSeek: "apiKey"');
  });
}

const INVALID: [what: string, value: unknown][] = [
  ["a line break", "sk-secret\nx: y"],
  ["a control character", "sk-secret\u0000"],
  ["a typographic quote", "\u201csk-secret\u201d"],
  ["an accented letter", "sk-secr\u00e9t"],
  ["an emoji from a function", () => "sk-secret\u{1f511}"],
];

for (const [what, value] of INVALID) {
  Deno.test(`resolveApiKey() refuses a key with ${what} as INVALID_CREDENTIAL`, async () => {
    const error = await assertRejects(
      () => resolveApiKey(value as ApiKey, of),
      LlmError,
    );

    assertEquals(error.code, "INVALID_CREDENTIAL");
    assertFalse(error.message.includes("secr"));
  });
}

Deno.test("resolveApiKey() refuses what is no string as INVALID_CREDENTIAL", async () => {
  const error = await assertRejects(
    () => resolveApiKey((() => 42) as never, of),
    LlmError,
    '"apiKey" must be printable ASCII text',
  );

  assertEquals(error.code, "INVALID_CREDENTIAL");
});

Deno.test("resolveApiKey() passes on what a function throws", async () => {
  const thrown = new Error("vault is sealed");
  const apiKey = () => {
    throw thrown;
  };

  const error = await assertRejects(() => resolveApiKey(apiKey, of));

  assertStrictEquals(error, thrown);
});

Deno.test("resolveApiKey() passes on what a function throws under a signal", async () => {
  const thrown = new Error("vault is sealed");
  const apiKey = () => {
    throw thrown;
  };
  const { signal } = new AbortController();

  const error = await assertRejects(() =>
    resolveApiKey(apiKey, of, { signal })
  );

  assertStrictEquals(error, thrown);
});

Deno.test("resolveApiKey() gives up on a function when its signal aborts", async () => {
  const controller = new AbortController();
  const reason = new Error("gone");
  const apiKey = () => new Promise<string>(() => {});

  const pending = resolveApiKey(apiKey, of, { signal: controller.signal });
  controller.abort(reason);
  const error = await assertRejects(() => pending);

  assertStrictEquals(error, reason);
});

Deno.test("resolveApiKey() does not ask a function under an aborted signal", async () => {
  const reason = new Error("gone");
  let calls = 0;
  const apiKey = () => `sk-${++calls}`;

  const error = await assertRejects(() =>
    resolveApiKey(apiKey, of, { signal: AbortSignal.abort(reason) })
  );

  assertStrictEquals(error, reason);
  assertEquals(calls, 0);
});

Deno.test("resolveApiKey() leaves no listener on the signal", async () => {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener) => {
    listeners.add(listener);
    add(type, listener);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  let during = 0;
  const apiKey = () => {
    during = listeners.size;
    return "sk-1";
  };

  await resolveApiKey(apiKey, of, { signal });

  assertEquals(during, 1);
  assertEquals(listeners.size, 0);
});
