import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { findCredential } from "../../../adapters/pi_ai/find_credential.ts";
import { findModel, findRoute } from "../../../adapters/pi_ai/find_model.ts";
import type { PiAiApiKey } from "../../../adapters/pi_ai/options.ts";
import { resolvePiAiOptions } from "../../../adapters/pi_ai/resolve_options.ts";
import { LlmError } from "../../../runtime/error.ts";
import { fakeLoad, gateway, say } from "./_fake.ts";

/** The credential of a call. */
async function find(
  name: "gateway" | "openai",
  apiKey: PiAiApiKey | undefined,
  { auth, signal = new AbortController().signal }: {
    auth?: unknown;
    signal?: AbortSignal;
  } = {},
) {
  const { load } = fakeLoad(() => say(), { auth });
  const config = resolvePiAiOptions({
    routes: { gateway: gateway({ apiKey }), openai: { apiKey } },
    load,
  });
  const route = findRoute(config, name);
  const model = await findModel(config, name, "m");
  return await findCredential({ config, route, model, signal });
}

Deno.test("findCredential() drops the space around a key", async () => {
  assertEquals(await find("gateway", " sk-1\n"), {
    auth: { apiKey: "sk-1" },
    keyless: false,
  });
});

Deno.test("findCredential() asks a function, which may take its time", async () => {
  assertEquals(
    (await find("gateway", () => Promise.resolve("sk-1"))).auth.apiKey,
    "sk-1",
  );
});

Deno.test("findCredential() needs no key for a declared route", async () => {
  const { keyless } = await find("gateway", undefined);

  assert(keyless);
});

Deno.test("findCredential() takes what pi-ai finds for a shipped provider", async () => {
  const auth = {
    auth: {
      apiKey: "sk-env",
      baseUrl: "https://o.example",
      headers: { a: "1" },
    },
    env: { B: "2" },
  };

  assertEquals(await find("openai", undefined, { auth }), {
    ...auth,
    keyless: false,
  });
});

Deno.test("findCredential() prefers the configured key", async () => {
  const auth = { auth: { apiKey: "sk-env" } };

  assertEquals((await find("openai", "sk-1", { auth })).auth.apiKey, "sk-1");
});

Deno.test("findCredential() keeps to the configured key where pi-ai fails", async () => {
  assertEquals(
    (await find("openai", "sk-1", { auth: new Error("no env") })).auth,
    { apiKey: "sk-1" },
  );
});

const MISSING: readonly [string, PiAiApiKey | undefined, unknown][] = [
  ["where there is none", undefined, undefined],
  ["where pi-ai may not look for one", undefined, new Error("no env")],
  ["that is blank", " ", undefined],
  ["that a function does not have", () => undefined, undefined],
];

for (const [name, apiKey, auth] of MISSING) {
  Deno.test(`findCredential() misses a key ${name}`, async () => {
    const error = await assertRejects(
      () => find("openai", apiKey, { auth }),
      LlmError,
      '"apiKey" must be a key',
    );

    assertEquals(error.code, "MISSING_CREDENTIAL");
  });
}

Deno.test("findCredential() says why pi-ai found none", async () => {
  const error = await assertRejects(
    () => find("openai", undefined, { auth: new Error("no env") }),
    LlmError,
  );

  assertStringIncludes(error.message, "(no env)");
});

const INVALID: readonly [string, PiAiApiKey][] = [
  ["with a line in it", "sk-\n1"],
  ["beyond ASCII", "sk-ä"],
];

for (const [name, apiKey] of INVALID) {
  Deno.test(`findCredential() refuses a key ${name}, and does not show it`, async () => {
    const error = await assertRejects(
      () => find("gateway", apiKey),
      LlmError,
      "printable ASCII text",
    );

    assertEquals([error.code, error.message.includes("sk-")], [
      "INVALID_CREDENTIAL",
      false,
    ]);
  });
}

Deno.test("findCredential() refuses a key that is no text", async () => {
  const error = await assertRejects(
    () => find("gateway", (() => 1) as unknown as PiAiApiKey),
    LlmError,
    'Cannot call "gateway": "apiKey" must be printable ASCII text',
  );

  assertEquals(error.code, "INVALID_CREDENTIAL");
});

Deno.test("findCredential() passes on what a key function throws", async () => {
  await assertRejects(
    () => find("gateway", () => Promise.reject(new RangeError("No vault"))),
    RangeError,
    "No vault",
  );
});

Deno.test("findCredential() waits for a key no longer than the caller does", async () => {
  const aborting = new AbortController();
  let given: AbortSignal | undefined;
  const found = find("gateway", (signal) => {
    given = signal;
    return new Promise(() => {});
  }, { signal: aborting.signal });
  const rejected = assertRejects(() => found, Error, "enough");
  while (given === undefined) await Promise.resolve();

  aborting.abort(new Error("enough"));

  await rejected;
  assert(given.aborted);
});
