import {
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  loadApi,
  loadCore,
  loadProvider,
} from "../../../adapters/pi_ai/load_pi_ai.ts";
import { LlmError } from "../../../runtime/error.ts";

Deno.test("loadCore() imports the package, once", async () => {
  const loaded: string[] = [];
  const load = (specifier: string) => {
    loaded.push(specifier);
    return Promise.resolve({});
  };

  assertStrictEquals(await loadCore(load), await loadCore(load));
  assertEquals(loaded, ["@earendil-works/pi-ai"]);
});

Deno.test("loadApi() imports one protocol", async () => {
  const api = await loadApi(
    "openai-completions",
    (specifier) => Promise.resolve(specifier),
  );

  assertEquals(api as unknown, "@earendil-works/pi-ai/api/openai-completions");
});

Deno.test("loadProvider() finds the function that makes the provider", async () => {
  const provider = await loadProvider(
    "a-b",
    (specifier) =>
      Promise.resolve({ other: () => 1, aBProvider: () => specifier }),
  );

  assertEquals(provider as unknown, "@earendil-works/pi-ai/providers/a-b");
});

const BROKEN: readonly [string, (specifier: string) => Promise<unknown>][] = [
  ["rejects", () => Promise.reject(new TypeError("not found"))],
  ["throws", () => {
    throw new TypeError("not found");
  }],
  ["finds no provider", () => Promise.resolve({ aProvider: 1 })],
];

for (const [name, load] of BROKEN) {
  Deno.test(`loadProvider() says what to install if the import ${name}`, async () => {
    const error = await assertRejects(
      () => loadProvider("openai", load),
      LlmError,
    );

    assertEquals(error.code, "MISSING_PACKAGE");
    assertStringIncludes(
      error.message,
      'Cannot import "@earendil-works/pi-ai/providers/openai"',
    );
    assertStringIncludes(
      error.message,
      "npm install @earendil-works/pi-ai@^1.6",
    );
  });
}

Deno.test("loadCore() tries again after a failure", async () => {
  let tries = 0;
  const load = () =>
    ++tries === 1
      ? Promise.reject(new Error("offline"))
      : Promise.resolve(tries);
  await assertRejects(() => loadCore(load), LlmError);

  assertEquals(await loadCore(load) as unknown, 2);
});
